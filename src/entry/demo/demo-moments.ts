import type { Mailbox } from '../../mailbox.ts'

/** Ids that a later moment needs, by a name of ours. */
export type Kept = Map<string, string>

/** One action of an agent or person, some minutes ago. */
export type Moment = {
  readonly ago: number
  readonly who: string
  readonly act: (mailbox: Mailbox, kept: Kept) => Promise<unknown>
}

/** One after the other as they happened: a store's own order and its clock must agree. */
export async function live(
  moments: readonly Moment[],
  as: (who: string, minutesAgo: number) => Mailbox,
): Promise<void> {
  const kept: Kept = new Map()
  for (const { ago, who, act } of moments.toSorted((one, other) => other.ago - one.ago))
    await act(as(who, ago), kept)
}

/** Sends, and keeps the id. */
export async function keep(kept: Kept, name: string, sent: Promise<{ readonly id: string }>): Promise<void> {
  kept.set(name, (await sent).id)
}

export function idOf(kept: Kept, name: string): string {
  const id = kept.get(name)
  if (id === undefined) throw new Error(`The demo world keeps no ${name}`)
  return id
}
