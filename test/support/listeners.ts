import type { MailStore } from '../../store/mail-store.ts'
import { idsIn } from '../store/fixture.ts'

/** Waits as a program does: it listens, looks, and sleeps until it hears something. */
export async function hear(store: MailStore, agent: string): Promise<readonly number[]> {
  const { signal: never } = new AbortController()
  for (;;) {
    const change = store.live.mail(agent, never)
    // A line that is cut meanwhile is reported by the look.
    change.catch(() => undefined)
    const found = await idsIn(store, agent, { boxes: ['unread'] })
    if (found.length > 0) return found
    await change
  }
}

/** Runs a deed without the poll that finds mail whose notice was lost. What still wakes was heard. @param least of its pauses, ms */
export async function withoutPoll<T>(deed: () => Promise<T>, least = 2_500): Promise<T> {
  const { setTimeout: begin } = globalThis
  globalThis.setTimeout = ((task: () => void, length = 0) =>
    begin(task, length >= least && length <= 6_000 ? 2 ** 30 : length)) as typeof setTimeout
  try {
    return await deed()
  } finally {
    globalThis.setTimeout = begin
  }
}
