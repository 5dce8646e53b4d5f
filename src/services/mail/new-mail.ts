import type { EventCursor, MessageCursor } from '../../../store/mail-store.ts'
import { pause } from '../../after.ts'
import { isBusy, isMailError } from '../../domain/errors.ts'
import type { Letter } from '../../domain/message.ts'
import type { Context } from '../context.ts'
import { openMailBell } from './mail-bell.ts'
import { readAnyway } from './read-anyway.ts'

const open = ['unread', 'read', 'processing', 'failed'] as const
const pageSize = 200
/** Until the next look where the store could not be asked: it is locked, or its line was cut, ms. */
const breath = 1_000

/** The cursor after all messages that there are. */
export async function newestOf({ store }: Context): Promise<MessageCursor> {
  return (await store.messages.newest()).cursor
}

/** Mail as it comes for one owner, in the order of its coming, from a cursor on. */
export async function* newMail(
  context: Context,
  owner: string,
  after: MessageCursor,
  signal: AbortSignal,
): AsyncGenerator<Letter> {
  const bell = openMailBell(context.store.live, owner, signal)
  let failed = false
  for (let since: Known = { mail: after, changes: null }; !signal.aborted; ) {
    // Listening begins before the look: what comes in between is heard.
    const change = bell.rung()
    const looked = await look(context, owner, since, failed)
    failed = looked === null
    if (looked === null) {
      await Promise.race([change, pause(breath)])
      continue
    }
    const { letters, until } = looked
    for (const letter of letters.sort((one, other) => one.message.id - other.message.id)) {
      if (signal.aborted) return
      yield letter
    }
    since = until
    if (letters.length === 0) await change
  }
}

/** All that a reader knows of: mail that came, and changes by which mail that came before was let go on. */
type Known = { readonly mail: MessageCursor; readonly changes: EventCursor | null }
type Looked = { readonly letters: Letter[]; readonly until: Known }

/**
 * The new mail, and mail that a loop held back and that was let go on since; `null` if the store was busy, which must not end a program
 * that listens for days. A lost door may be unreachable for a moment.
 */
async function look(context: Context, owner: string, since: Known, isLost: boolean): Promise<Looked | null> {
  try {
    // Mail that arrives during this check is left to the next one.
    const until = await newestOf(context)
    const came = await cameBetween(context, owner, since.mail, until)
    // After that: what is let go meanwhile is told once.
    const { letGo, changes } = await letGoSince(context, owner, since.changes)
    const both = new Map([...letGo, ...came].map((letter) => [letter.message.id, letter]))
    return { letters: [...both.values()], until: { mail: until, changes } }
  } catch (error) {
    if (isBusy(error) || (isLost && isMailError(error) && error.code === 'not-found')) return null
    throw error
  }
}

async function cameBetween(
  { store, now }: Context,
  owner: string,
  since: MessageCursor,
  until: MessageCursor,
): Promise<readonly Letter[]> {
  const letters: Letter[] = []
  for (let after: string | null = null; ; ) {
    const filter = { boxes: open, since, until }
    const { rows, next } = await store.deliveries.page(owner, filter, now(), { limit: pageSize, after })
    letters.push(...rows)
    if (next === null) return letters
    after = next
  }
}

type LetGo = { readonly letGo: readonly Letter[]; readonly changes: EventCursor }

/** @param since `null`: the first look, which knows nothing of what was let go on before it */
async function letGoSince({ store }: Context, owner: string, since: EventCursor | null): Promise<LetGo> {
  if (since === null) return { letGo: [], changes: await store.log.newest() }
  const { rows, next } = await store.loops.letGo(owner, since)
  const found: Letter[] = []
  for (const message of rows) {
    const letter = await readAnyway(store, message, owner)
    if (letter !== null) found.push(letter)
  }
  return {
    letGo: found.filter(({ delivery }) => open.some((box) => box === delivery?.box)),
    changes: next,
  }
}
