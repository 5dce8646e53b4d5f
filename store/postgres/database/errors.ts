import { isMailError, MailError } from '../../../src/domain/errors.ts'

/** The server's errors have five characters (SQLSTATE), those of the network a name; a cut connection may have none. */
function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}

const network = /^(?:ECONN|EPIPE|EAGAIN|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_|ENOENT)/u
const cut =
  /connection (?:terminated|ended)|client has encountered a connection error|client was closed|timeout exceeded when trying to connect|query read timeout|cannot use a pool after calling end/iu

/** Whether the server cannot be reached, or ended the connection: what was under way is not stored, or it is not known. */
export function isLostServer(error: unknown): boolean {
  const code = codeOf(error)
  if (code !== null)
    return (
      network.test(code) ||
      /^080(?:00|01|03|04|06)$/u.test(code) ||
      code.startsWith('57P') ||
      code === '25P03' ||
      code === '25P04' ||
      (isFromPooler(error) && !doesPoolerSay(error, 'statement') && !doesPoolerSay(error, 'refused'))
    )
  return error instanceof Error && cut.test(error.message)
}

/** Two changes met: one of them begins again. */
export function mayRepeat(error: unknown): boolean {
  const code = codeOf(error)
  // Serialization, deadlock, and a row that another one inserted at the same moment.
  return code === '40001' || code === '40P01' || code === '23505'
}

/**
 * Poolers say everything under one code. A server has it for faults of a program, and names the routine that noticed them. What a
 * pooler says else is that it has lost its server, or has none to lend.
 */
const poolerSays = {
  full: /no more connections allowed/u,
  statement: /statement pooling mode/u,
  refused:
    /no such (?:database|user)|auth(?:entication)? failed|SSL required|cannot do (?:MD5|SCRAM)|^not allowed|config error|unsupported startup/u,
} as const

function isFromPooler(error: unknown): error is Error {
  return codeOf(error) === '08P01' && !(error as { readonly routine?: string }).routine
}

function doesPoolerSay(error: unknown, what: keyof typeof poolerSays): boolean {
  return isFromPooler(error) && poolerSays[what].test(error.message)
}

/** The server has no connection left, or its socket no room for who asks: those who have one give it back in a moment. */
export function isFull(error: unknown): boolean {
  const code = codeOf(error)
  if (code === '53300' || code === 'EAGAIN' || doesPoolerSay(error, 'full')) return true
  // All connections of this program are in use, which says nothing of the server.
  return error instanceof Error && /timeout exceeded when trying to connect/iu.test(error.message)
}

/** A standby, or a server in the midst of a failover: what it may not store now, another one stores in a moment. */
const readOnly = '25006'

export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === readOnly
}

/** Of a transaction in which a statement failed: the server takes no other one, and stores nothing of it. */
const failed = '25P02'

export function notStored(): Error {
  return Object.assign(new Error('nothing of the change was stored'), { code: failed })
}

/** A function, a table, a column or the schema that is not there, or that the login may not see. */
const gone = ['42883', '42P01', '42703', '3F000']

/** The one place that turns the driver's errors into ours. Errors that a user cannot fix stay unchanged. */
export function mailErrorOf(error: unknown, location: string): unknown {
  if (isMailError(error)) return error
  if (isUntrusted(error)) return untrusted(error as Error, location)
  if (isPasswordMissing(error)) return passwordMissing(location)
  if (isLostServer(error)) return lost(error, location)
  const code = codeOf(error)
  if (code === null) return error
  const said = error instanceof Error ? error.message : code
  if (doesPoolerSay(error, 'statement')) return tooShort(location)
  if (
    mayRepeat(error) ||
    isFull(error) ||
    code === failed ||
    code === readOnly ||
    code.startsWith('53') ||
    code.startsWith('55') ||
    code === '57014'
  )
    return busy(said, location)
  if (code === '54000')
    return new MailError(
      'usage',
      `A name is too long for the store ${location}: ${said}.`,
      'Use a shorter one.',
    )
  if (code.startsWith('28') || code === '42501' || code === '3D000' || doesPoolerSay(error, 'refused'))
    return new MailError(
      'not-allowed',
      `The store ${location} refuses this: ${said}.`,
      'Check the name of the database, the user and its rights.',
    )
  if (gone.includes(code))
    return new MailError(
      'newer-version',
      `The store ${location} is no longer as this program knows it: ${said}.`,
      'It was upgraded, or the rights of this login were taken back. Start the program again; `watchpost doctor` says more.',
    )
  if (code.startsWith('XX'))
    return new MailError('damaged', `The store ${location} is damaged: ${said}`, 'Restore it from a backup.')
  return error
}

function tooShort(location: string): MailError {
  return new MailError(
    'not-allowed',
    `The pooler of the store ${location} lends its server for one statement at a time, and a change of mail is several.`,
    'Set its pool_mode to transaction, or name the server itself.',
  )
}

const hasNoTls = (message: string) => /does not support SSL/u.test(message)

/** A server on another machine without TLS, or with a certificate that nobody here vouches for. */
function isUntrusted(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    hasNoTls(error.message) || /CERT|UNABLE_TO_(?:GET|VERIFY)|^ERR_(?:TLS|SSL)/u.test(codeOf(error) ?? '')
  )
}

function untrusted({ message }: Error, location: string): MailError {
  return new MailError(
    'not-allowed',
    `The store ${location} is on another machine and cannot be trusted: ${message}.`,
    hasNoTls(message)
      ? 'Turn on TLS at the server.'
      : 'Name the authority that signed its certificate, or the certificate itself, with sslrootcert=FILE in the address.',
  )
}

/** The driver notices it while it answers the server, and has no code for it. */
function isPasswordMissing(error: unknown): boolean {
  return error instanceof Error && /client password must be a (?:non-empty )?string/u.test(error.message)
}

function passwordMissing(location: string): MailError {
  return new MailError(
    'not-allowed',
    `The server of the store ${location} asks for a password, and none is there.`,
    'Put it into ~/.pgpass, which only you may read (mode 600), or into PGPASSWORD.',
  )
}

function lost(error: unknown, location: string): MailError {
  const said =
    error instanceof Error
      ? error.message.replace(/^query read timeout$/iu, 'it does not answer')
      : String(error)
  return new MailError(
    'busy',
    `The server of the store ${location} cannot be reached: ${said}.`,
    'Try again in a moment. A message that was sent with --key can be sent again safely.',
  )
}

function busy(said: string, location: string): MailError {
  return new MailError('busy', `The store ${location} is busy: ${said}.`, 'Try again in a moment.')
}
