import type { Context } from '../context.ts'
import { readAnyway } from '../mail/read-anyway.ts'
import { workByLife } from '../sessions/work-by-life.ts'
import { iso, messageValue } from '../values.ts'
import { attentionRow, type Concern, listedConcern } from './value.ts'

/** More than any swarm has in work. */
const everything = 100_000

type Left = {
  readonly message: number
  readonly owner: string
  readonly agent: string
  readonly takenAt: number
}

/** Work taken at one moment by message and owner, however the store finds it. */
function byTaking(one: Left, other: Left): number {
  const order = one.takenAt - other.takenAt || one.message - other.message
  return order || (one.owner < other.owner ? -1 : 1)
}

/** Work of sessions that ended and that nobody has resumed: still in progress, or unread again. */
export async function workConcerns(context: Context): Promise<readonly Concern[]> {
  const [{ ended }, back] = await Promise.all([workByLife(context, everything), returned(context)])
  const left = [
    ...ended.map(({ message, owner, holder, takenAt }): Left => ({ message, owner, agent: holder, takenAt })),
    ...back,
  ].toSorted(byTaking)
  return [
    listedConcern(
      'abandoned',
      left,
      ({ agent }) => agent,
      async ({ message, owner, agent, takenAt }) => {
        const letter = await readAnyway(context.store, message, owner)
        return letter === null
          ? null
          : attentionRow({
              message: messageValue(letter),
              agent,
              why: 'abandoned',
              reason: 'in progress, but its session has ended',
              since: iso(takenAt),
              command: `watchpost agents show ${agent}`,
            })
      },
    ),
  ]
}

/** Frozen agents with mail are listed as such; the mail of agents that went on is theirs to take up. */
async function returned({ store }: Context): Promise<readonly Left[]> {
  const found: Left[] = []
  for (const { message, delivery } of await store.sessions.returned(everything)) {
    if (delivery?.returned === undefined) continue
    const { owner } = delivery
    if ((await store.roster.find(owner))?.state !== 'alive') continue
    found.push({ message: message.id, owner, agent: owner, takenAt: delivery.returned.takenAt })
  }
  return found
}
