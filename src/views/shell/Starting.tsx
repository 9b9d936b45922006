/** Placeholder while the session is looked up; CSS shows it only after a noticeable delay. */
export const Starting = () => <div className="starting" />
