/** Why a call could not be carried out. Every face maps each code once (exit code, HTTP status, tool error). */
export const errorCodes = [
  'nothing',
  'usage',
  'not-found',
  'unknown-recipient',
  'conflict',
  'ambiguous',
  'stale',
  'busy',
  'damaged',
  'newer-version',
  'not-allowed',
  'partial',
  'internal',
  'timeout',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/**
 * An error that the caller can mend: a code, a sentence that names the offending value, and a hint that
 * says what to do. Anything else that is thrown is a fault of ours.
 */
export class MailError extends Error {
  readonly code: ErrorCode
  readonly hint: string

  constructor(code: ErrorCode, message: string, hint = '') {
    super(message)
    this.name = 'MailError'
    this.code = code
    this.hint = hint
  }
}

/** Told by its shape, since an error may come from another bundle or another thread. */
export function isMailError(error: unknown): error is MailError {
  return error instanceof Error && error.name === 'MailError' && 'code' in error && 'hint' in error
}

/** What is wrong with one of several, named once: some sentences name it themselves. */
export function sentenceAbout(id: string, sentence: string): string {
  return sentence.includes(id) ? sentence : `${id}: ${sentence}`
}

/** An error as plain data, so that it can cross threads and stand in a value. */
export type Problem = Pick<MailError, 'code' | 'message' | 'hint'>
