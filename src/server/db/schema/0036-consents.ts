const waits = (kind: string, place: string, steps: Readonly<Record<string, readonly string[]>>, mark = place) =>
  Object.entries(steps).map(
    ([step, paths]) => `('${kind}', '${place}', '${step}', '|${mark}|', array['${paths.join("', '")}'])`,
  )

const proof = { payoutResolved: ['{proof,by}'], proofRefused: ['{proof,by}'] }
const withdrawn = { withdrawalResolved: ['{proof,by}'], proofRefused: ['{proof,by}'] }
const changed = {
  settingConfirmed: ['{proposed,proposer}', '{proposed,editor}'],
  settingRefused: ['{proposed,proposer}'],
}
const proposer = ['{proposer}']

const known = [
  ...waits('customerEdit', 'pending', { editConfirmed: proposer, editRefused: proposer }),
  ...waits('ruleSet', 'proposed', { published: ['{proposer}', '{editor}'] }),
  ...waits('payout', 'checking', {
    payoutApproved: ['{proposal,by}', '{changedBy,amount}', '{changedBy,channel}', '{changedBy,account}'],
    payoutRefused: ['{proposal,by}'],
  }),
  ...waits('payout', 'unknown.provingPaid', proof),
  ...waits('payout', 'unknown.provingUnpaid', proof),
  ...waits(
    'loan',
    'open.reduction.requested',
    {
      reductionApproved: ['{reduction,by}'],
      largeReductionApproved: ['{reduction,by}'],
      reductionRefused: ['{reduction,by}'],
    },
    'reduction.requested',
  ),
  ...waits(
    'loan',
    'open.proposal.reversal',
    { repaymentReversed: ['{proposal,by}'], reversalRefused: ['{proposal,by}'] },
    'proposal.reversal',
  ),
  ...waits(
    'loan',
    'open.proposal.writeOff',
    { writeOffConfirmed: ['{proposal,by}'], writeOffRefused: ['{proposal,by}'] },
    'proposal.writeOff',
  ),
  ...waits('statementLine', 'proposed', { matchConfirmed: proposer, matchRefused: proposer }),
  ...waits('statementLine', 'unmatching', { unmatchConfirmed: proposer, unmatchRefused: proposer }),
  ...waits('statementDay', 'closing', { dayClosed: proposer, dayCloseRefused: proposer }),
  ...waits('withdrawal', 'requested', { withdrawalApproved: ['{requester}'], withdrawalRefused: ['{requester}'] }),
  ...waits('withdrawal', 'provingPaid', withdrawn),
  ...waits('withdrawal', 'provingUnpaid', withdrawn),
  ...waits('setting', 'proposed', changed),
  ...waits('setting', 'changing', changed),
]

/** Creates the table of steps that wait for a second person, and fills it from the stored snapshots. */
export const statements = [
  `create table consent (
    stream text not null, step text not null, kind text not null, place text not null, barred text[] not null,
    order_no text, amount bigint, primary key (stream, step))`,
  `insert into consent
    select stream, step, kind, place,
      array(select said #>> path::text[] from unnest(paths) with ordinality p (path, nth)
        where said #>> path::text[] is not null order by nth),
      case kind
        when 'payout' then substr(stream, 8)
        when 'loan' then substr(stream, 6)
        when 'customerEdit' then said #>> '{proposal,orderNo}'
        when 'statementLine' then said #>> '{target,orderNo}' end,
      case
        when kind = 'payout' then (said #>> '{terms,amount}')::bigint
        when kind = 'withdrawal' then (said #>> '{order,amount}')::bigint
        when kind = 'statementLine' then (said #>> '{line,amount}')::bigint
        when place = 'open.reduction.requested' then (said #>> '{reduction,amount}')::bigint
        when place = 'open.proposal.writeOff' then (select remaining from loan where order_no = substr(stream, 6))
        when place = 'open.proposal.reversal' then (
          select (entry ->> 'amount')::bigint from jsonb_array_elements(said -> 'entries') entry
          where entry ->> 'txid' = said #>> '{proposal,txid}' limit 1) end
    from es_stream join (values
      ${known.join(',\n      ')}) known (kind, place, step, mark, paths) using (kind),
      lateral (select snapshot::jsonb -> 'context' as said) read
    where position(mark in '|' || state || '|') > 0`,
]
