import type { HeldReservation } from '../../../store/mail-store.ts'
import { authorOf, type Context } from '../context.ts'
import { asUpkeep } from '../gate/as-upkeep.ts'
import { livesOf } from '../sessions/lives.ts'

/** Claims that stand now, of one project or of all, without those of sessions whose process is gone. */
export async function standingReservations(
  context: Context,
  project: string | null,
): Promise<readonly HeldReservation[]> {
  const { held } = await looked(context, project)
  return held
}

/** Ends what sessions left whose process is gone. */
export async function endAbandoned(context: Context, project: string): Promise<void> {
  const { gone } = await looked(context, project)
  const ended = new Set<string>()
  for (const { agent, sessionId } of gone) {
    const key = JSON.stringify([agent, sessionId])
    if (!ended.has(key)) await asUpkeep(context).store.reservations.end(authorOf(context), agent, sessionId)
    ended.add(key)
  }
}

async function looked(context: Context, project: string | null) {
  const all = await context.store.reservations.list(project, context.now())
  const lives = livesOf(context)
  const held: HeldReservation[] = []
  const gone: HeldReservation[] = []
  for (const one of all) ((await lives(one.session)) === 'ended' ? gone : held).push(one)
  return { held, gone }
}
