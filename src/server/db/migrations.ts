import * as eventStore from './schema/0001-event-store.ts'
import * as authority from './schema/0002-authority.ts'
import * as approval from './schema/0003-approval.ts'
import * as flow from './schema/0004-flow.ts'
import * as lists from './schema/0005-lists.ts'
import * as views from './schema/0006-views.ts'
import * as jobs from './schema/0007-jobs.ts'
import * as notes from './schema/0008-notes.ts'
import * as reviews from './schema/0009-reviews.ts'
import * as risk from './schema/0010-risk.ts'
import * as reviewers from './schema/0011-reviewers.ts'
import * as orders from './schema/0012-orders.ts'
import * as backtest from './schema/0013-backtest.ts'
import * as payouts from './schema/0014-payouts.ts'
import * as loans from './schema/0015-loans.ts'
import * as bankStatements from './schema/0016-statements.ts'
import * as edits from './schema/0017-edits.ts'
import * as withdrawals from './schema/0018-withdrawals.ts'
import * as withdrawalProofs from './schema/0019-withdrawal-proofs.ts'
import * as access from './schema/0020-access.ts'
import * as auditIndexes from './schema/0021-audit.ts'
import * as devices from './schema/0022-devices.ts'
import * as exports from './schema/0023-exports.ts'
import * as settings from './schema/0024-settings.ts'
import * as instalments from './schema/0026-instalments.ts'
import * as briefs from './schema/0027-briefs.ts'
import * as briefsAnew from './schema/0028-briefs-anew.ts'
import * as seenRows from './schema/0029-seen-rows.ts'
import * as lineOrder from './schema/0030-line-order.ts'
import * as loanRoom from './schema/0031-loan-room.ts'
import * as writers from './schema/0032-writers.ts'
import * as sen from './schema/0033-sen.ts'
import * as pendingMovements from './schema/0034-pending.ts'
import * as ids from './schema/0035-ids.ts'
import * as consents from './schema/0036-consents.ts'
import * as smsTemplate from './schema/0037-sms-template.ts'
import * as contact from './schema/0038-contact.ts'
import * as message from './schema/0039-message.ts'
import * as messageTerms from './schema/0040-message-terms.ts'
import * as smsBatch from './schema/0041-sms-batch.ts'
import * as recoveryCase from './schema/0044-recovery-case.ts'
import * as coveredBar from './schema/0048-covered-bar.ts'
import * as reminder from './schema/0049-reminder.ts'
import * as visitor from './schema/0054-visitor.ts'
import * as collectionGroup from './schema/0055-collection-group.ts'
import * as collector from './schema/0056-collector.ts'
import * as caseTurn from './schema/0057-case-turn.ts'
import * as consentApps from './schema/0058-consent-apps.ts'
import * as waitingCases from './schema/0059-waiting-cases.ts'
import * as lead from './schema/0067-lead.ts'
import * as report from './schema/0073-report.ts'
import * as leadImport from './schema/0074-lead-import.ts'
import * as reportVisitor from './schema/0075-report-visitor.ts'
import * as verifyCode from './schema/0076-verify-code.ts'
import * as reportBorrower from './schema/0080-report-borrower.ts'
import * as placement from './schema/0088-placement.ts'
import * as reportDue from './schema/0089-report-due.ts'
import * as reportAge from './schema/0090-report-age.ts'
import * as quality from './schema/0092-quality.ts'
import * as recovery from './schema/0093-recovery.ts'
import * as flowAnalysis from './schema/0098-flow-analysis.ts'
import * as paymentMethod from './schema/0099-payment-method.ts'
import * as channelCost from './schema/0100-channel-cost.ts'
import * as reportPlan from './schema/0101-report-plan.ts'
import * as appealConsent from './schema/0102-appeal-consent.ts'
import * as visitorRegistration from './schema/0103-visitor-registration.ts'
import * as reportMore from './schema/0104-report-more.ts'
import * as flowLongWays from './schema/0105-flow-long-ways.ts'
import * as leadOrigin from './schema/0106-lead-origin.ts'
import * as leadStaged from './schema/0107-lead-staged.ts'
import * as collectionComplaint from './schema/0108-collection-complaint.ts'
import * as retainedCase from './schema/0109-retained-case.ts'
import * as leadCheck from './schema/0112-lead-check.ts'
import * as collectionLists from './schema/0115-collection-lists.ts'
import * as telemarketingFilters from './schema/0116-telemarketing-filters.ts'
import * as collectionStrategy from './schema/0117-collection-strategy.ts'
import * as caseHeld from './schema/0118-case-held.ts'
import * as collectionHours from './schema/0119-collection-hours.ts'
import * as leadMessage from './schema/0120-lead-message.ts'
import * as standingDue from './schema/0126-standing-due.ts'
import * as barredPhone from './schema/0127-barred-phone.ts'
import * as caseKinds from './schema/0128-case-kinds.ts'
import * as collectionSettled from './schema/0129-collection-settled.ts'
import * as collectionTargets from './schema/0130-collection-targets.ts'
import * as smsMarks from './schema/0131-sms-marks.ts'
import * as consentChannels from './schema/0132-consent-channels.ts'
import * as awaitedStatements from './schema/0133-awaited-statements.ts'

/**
 * A migration has statements only, so that its effect never changes. A `breaking` one stops servers that do not know
 * it. Beside any other one they keep writing, so each column that it adds to their tables must be nullable.
 */
export type Step = { statements: readonly string[]; breaking?: boolean }

export const steps: Record<string, Step> = {
  '0001-event-store': eventStore,
  '0002-authority': authority,
  '0003-approval': approval,
  '0004-flow': flow,
  '0005-lists': lists,
  '0006-views': views,
  '0007-jobs': jobs,
  '0008-notes': notes,
  '0009-reviews': reviews,
  '0010-risk': risk,
  '0011-reviewers': reviewers,
  '0012-orders': orders,
  '0013-backtest': backtest,
  '0014-payouts': payouts,
  '0015-loans': loans,
  '0016-statements': bankStatements,
  '0017-edits': edits,
  '0018-withdrawals': withdrawals,
  '0019-withdrawal-proofs': withdrawalProofs,
  '0020-access': access,
  '0021-audit': auditIndexes,
  '0022-devices': devices,
  '0023-exports': exports,
  '0024-settings': settings,
  '0026-instalments': instalments,
  '0027-briefs': briefs,
  '0028-briefs-anew': briefsAnew,
  '0029-seen-rows': seenRows,
  '0030-line-order': lineOrder,
  '0031-loan-room': loanRoom,
  '0032-writers': writers,
  '0033-sen': sen,
  '0034-pending': pendingMovements,
  '0035-ids': ids,
  '0036-consents': consents,
  '0037-sms-template': smsTemplate,
  '0038-contact': contact,
  '0039-message': message,
  '0040-message-terms': messageTerms,
  '0041-sms-batch': smsBatch,
  '0044-recovery-case': recoveryCase,
  '0048-covered-bar': coveredBar,
  '0049-reminder': reminder,
  '0054-visitor': visitor,
  '0055-collection-group': collectionGroup,
  '0056-collector': collector,
  '0057-case-turn': caseTurn,
  '0058-consent-apps': consentApps,
  '0059-waiting-cases': waitingCases,
  '0067-lead': lead,
  '0073-report': report,
  '0074-lead-import': leadImport,
  '0075-report-visitor': reportVisitor,
  '0076-verify-code': verifyCode,
  '0080-report-borrower': reportBorrower,
  '0088-placement': placement,
  '0089-report-due': reportDue,
  '0090-report-age': reportAge,
  '0092-quality': quality,
  '0093-recovery': recovery,
  '0098-flow-analysis': flowAnalysis,
  '0099-payment-method': paymentMethod,
  '0100-channel-cost': channelCost,
  '0101-report-plan': reportPlan,
  '0102-appeal-consent': appealConsent,
  '0103-visitor-registration': visitorRegistration,
  '0104-report-more': reportMore,
  '0105-flow-long-ways': flowLongWays,
  '0106-lead-origin': leadOrigin,
  '0107-lead-staged': leadStaged,
  '0108-collection-complaint': collectionComplaint,
  '0109-retained-case': retainedCase,
  '0112-lead-check': leadCheck,
  '0115-collection-lists': collectionLists,
  '0116-telemarketing-filters': telemarketingFilters,
  '0117-collection-strategy': collectionStrategy,
  '0118-case-held': caseHeld,
  '0119-collection-hours': collectionHours,
  '0120-lead-message': leadMessage,
  '0126-standing-due': standingDue,
  '0127-barred-phone': barredPhone,
  '0128-case-kinds': caseKinds,
  '0129-collection-settled': collectionSettled,
  '0130-collection-targets': collectionTargets,
  '0131-sms-marks': smsMarks,
  '0132-consent-channels': consentChannels,
  '0133-awaited-statements': awaitedStatements,
}

/** The newest migration that this server knows. Each event stores it as its `writer`. */
export const newest = Object.keys(steps).at(-1)!

export const isKnown = (migration: string) => migration in steps
