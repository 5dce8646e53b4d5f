/** Why a call could not be carried out. Every face maps each code once (exit code, HTTP status, tool error). */
export const errorCodes = [
  'nothing',
  'usage',
  'not-found',
  'no-store',
  'unknown-recipient',
  'conflict',
  'ambiguous',
  'stale',
  'busy',
  'damaged',
  'newer-version',
  'not-allowed',
  'no-driver',
  'no-actor',
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

/** The problem and the advice in one line: two sentences, also if the first ends with a value or with another program's words. */
export function withHint({ message, hint }: Pick<MailError, 'message' | 'hint'>): string {
  return hint === '' ? message : `${message}${/[.:;!?…]\s*$/u.test(message) ? '' : '.'} ${hint}`
}

/** Recognised by its shape, because an error may come from another bundle or thread. */
export function isMailError(error: unknown): error is MailError {
  return error instanceof Error && error.name === 'MailError' && 'code' in error && 'hint' in error
}

/** The problem of one item among several, with its name once: some messages already contain it. */
export function sentenceAbout(id: string, sentence: string): string {
  return sentence.includes(id) ? sentence : `${id}: ${sentence}`
}

/** An error as plain data, to cross threads and to be part of a value. */
export type Problem = Pick<MailError, 'code' | 'message' | 'hint'>

/** Whether the store cannot answer now: it is locked, its disk is full, or the line to it is cut. Another try may succeed. */
export function isBusy(error: unknown): error is MailError {
  return isMailError(error) && error.code === 'busy'
}

/** Whether the store that was open is no longer at its place: it was removed, or replaced by another. */
export function isElsewhere(error: unknown): error is MailError {
  return isMailError(error) && error.code === 'no-store'
}

/** Whether what was asked for cannot be read any more, such as a body whose file is gone. */
export function isLost(error: unknown): error is MailError {
  return isMailError(error) && error.code === 'damaged'
}

function wasLook(error: unknown): boolean {
  const call = error instanceof Error && 'syscall' in error ? error.syscall : null
  return typeof call === 'string' && /^(?:l?stat|access|scandir|readlink|read)$/u.test(call)
}

/** What to do where the system denies access. */
export const accessHint = "Check the folder's owner and permissions."

/** An error of the system, such as a full or read-only disk, as a MailError; `null` for all other errors. */
export function refusalOf(error: unknown, where: string | null): MailError | null {
  switch (error instanceof Error && 'code' in error ? error.code : null) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'SQLITE_FULL':
      return new MailError(
        'busy',
        where === null ? 'A disk is full.' : `The disk that holds ${where} is full; nothing was stored.`,
        'Free some space, then try again.',
      )
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return new MailError(
        'not-allowed',
        `${where ?? 'A file'} cannot be ${wasLook(error) ? 'read' : 'written'}: ${error instanceof Error ? error.message : ''}`,
        accessHint,
      )
    case 'EMFILE':
    case 'ENFILE':
    case 'ENOMEM':
    case 'EAGAIN':
      return new MailError(
        'busy',
        `The system has no room for more: ${error instanceof Error ? error.message : ''}`,
        'Close other programs, then try again.',
      )
    case 'EIO':
      return new MailError(
        'damaged',
        `${where ?? 'A file'} cannot be read or written: ${error instanceof Error ? error.message : ''}`,
        'The disk may be failing. Save what it has, and check it.',
      )
    default:
      return null
  }
}
