/** What makes no difference when it is taken out of a chart. docs/guide/model-tests.md says why. */
export const explained: ReadonlySet<string> = new Set([
  ...['new', 'proposed', 'refused', 'takenBack'].flatMap((state) =>
    ['changesSomething', 'fromTomorrow'].map((rule) => `setting: ${state} settingProposed without the rule ${rule}`),
  ),
  'setting: proposed settingConfirmed without the rule dayStillAhead',
])

/** What makes no difference when the server does not add it to an event. docs/guide/model-tests.md says why. */
export const explainedFacts: ReadonlySet<string> = new Set([
  'account: accountEnabled always with self false',
  'loan: writeOffConfirmed always with beyond 0',
  'statementLine: unmatchProposed always with dayOpen true',
  'statementDay: dayClosed always with unsettled 0',
  'placement: placementConfirmed always with caseOpen true',
])
