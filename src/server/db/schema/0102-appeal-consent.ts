/** Puts the appeals against quality checks that are open into the worklist of consents. */
export const statements: readonly string[] = [
  `insert into consent (stream, step, kind, place, barred)
    select stream, step, 'quality', 'appealed', array[seller] || array(
      select actor from es_event checked where checked.stream = one.stream
        and type in ('checkPassed', 'checkFailed', 'secondPassed', 'secondFailed', 'appealUpheld', 'appealDismissed')
      order by version)
    from (select 'quality/' || id as stream, seller from quality where state = 'appealed') one,
      (values ('appealUpheld'), ('appealDismissed')) steps (step)`,
]
