const uniqueViolation = '23505'

/** Tries again once when somebody else took a unique name in between: the second try sees it and refuses it in words. */
export const againWhenTaken = async <Result>(attempt: () => Promise<Result>): Promise<Result> => {
  try {
    return await attempt()
  } catch (error) {
    if ((error as { code?: unknown }).code !== uniqueViolation) throw error
    return attempt()
  }
}
