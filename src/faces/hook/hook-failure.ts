import { type ErrorCode, isMailError, refusalOf, withHint } from '../../domain/errors.ts'
import { isJsonObject } from '../../domain/json.ts'
import { sanitizeLine } from '../../domain/sanitize.ts'
import { noticeOf } from './hook-answer.ts'
import { readHookEvent } from './hook-event.ts'

/** Records that a session was notified: `lost` if nothing can be recorded. */
export type TellOnce = (session: string | null, what: string) => 'new' | 'known' | 'lost'

type Failed = {
  readonly error: unknown
  /** The event of the coding agent, as far as it arrived. */
  readonly written: string
  readonly tellOnce: TellOnce
}

/**
 * The answer of a hook that failed: one line for the person, in the shape that every coding agent knows.
 * Each failure is reported once a session; if that cannot be noted, at the start of a session only.
 */
export function failureAnswer({ error, written, tellOnce }: Failed): string {
  const { session, isStart } = eventOf(written)
  const { code, sentence } = failureOf(error)
  // Errors of an event differ with every event.
  const told = tellOnce(session, code === 'usage' ? code : sentence)
  return told === 'new' || (told === 'lost' && isStart) ? noticeOf(`Watchpost: ${sentence}`) : ''
}

const longest = 1000

function failureOf(error: unknown): { readonly code: ErrorCode; readonly sentence: string } {
  const known = isMailError(error) ? error : refusalOf(error, null)
  if (known === null) {
    const why = error instanceof Error ? error.message : String(error)
    return { code: 'internal', sentence: withCommand('internal', why) }
  }
  return { code: known.code, sentence: withCommand(known.code, withHint(known)) }
}

/** Adds the command that helps, unless the sentence already contains one. */
function withCommand(code: ErrorCode, text: string): string {
  const sentence = sanitizeLine(text).slice(0, longest).trim()
  if (/`(?:watchpost|npm|pnpm|bun) /u.test(sentence)) return sentence
  const command = code === 'newer-version' ? 'npm install -g watchpost' : 'watchpost doctor'
  const does = code === 'newer-version' ? 'Install the newest version with' : 'For details, run'
  return `${sentence}${/[.!?]$/u.test(sentence) ? '' : '.'} ${does} \`${command}\`.`
}

/** The session of an event that may be damaged, and whether it is the start of the session. */
function eventOf(written: string): { readonly session: string | null; readonly isStart: boolean } {
  try {
    const { session, moment } = readHookEvent(written)
    return { session, isStart: moment === 'SessionStart' }
  } catch {
    return { session: sessionIn(written), isStart: false }
  }
}

function sessionIn(written: string): string | null {
  try {
    const read: unknown = JSON.parse(written)
    const session = isJsonObject(read as never) ? (read as { session_id?: unknown }).session_id : null
    return typeof session === 'string' && session !== '' ? session : null
  } catch {
    return null
  }
}
