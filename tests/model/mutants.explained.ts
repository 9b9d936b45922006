/** What makes no difference when it is taken out of a chart. docs/guide/model-tests.md says why. */
export const explained: ReadonlySet<string> = new Set([
  ...['new', 'proposed', 'refused', 'takenBack'].flatMap((state) =>
    ['changesSomething', 'fromTomorrow'].map((rule) => `setting: ${state} settingProposed without the rule ${rule}`),
  ),
  'setting: proposed settingConfirmed without the rule dayStillAhead',
])
