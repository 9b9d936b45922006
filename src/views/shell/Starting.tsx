/** Stands in while the session is looked up; it shows only when that takes long enough to notice. */
export const Starting = () => <div className="starting" />
