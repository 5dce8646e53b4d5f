import type { Bell } from '../../../store/mail-store.ts'
import { type BellWay, bellText, inboxPatience, isInbox, type Silence, wayNames } from '../../domain/bell.ts'
import type { BellDriver, BellTarget } from '../bell-driver.ts'
import type { Context } from '../context.ts'
import { targetsOf } from './targets.ts'

/** The outcome. `left`: the holder of the key of its session's inbox rings. `unreachable`: no way to it is known. */
export type Ring = {
  readonly way: BellWay | null
  readonly outcome: 'rung' | 'silent' | 'left' | 'unreachable' | Silence | string
}

/**
 * Rings the bell of an agent that has mail, if its policy and the limits allow it: by the best way, and where nobody is
 * there by the next. Only the unread are counted; no mail is marked, and no body is read.
 */
export async function ringAgent(context: Context, address: string): Promise<Ring> {
  const { store, settings, bells, now } = context
  const due = await store.bells.judge(address, settings.wake, now())
  if (typeof due === 'string') return { way: null, outcome: due }
  const agent = await store.roster.find(address)
  if (agent === null || bells === undefined) return { way: null, outcome: 'unreachable' }
  const targets = await targetsOf(context, agent)
  const [best] = targets
  if (best === undefined) return { way: null, outcome: 'unreachable' }
  const open = targets.filter((target) => hasKey(bells, address, target))
  const isLate = now() - due.since > inboxPatience
  const [first] = open
  if (first === undefined || (first !== best && isInbox(best.way) && !isLate))
    return { way: best.way, outcome: 'left' }
  const bell = await store.bells.claim(
    address,
    { session: first.session, way: first.way },
    settings.wake,
    now(),
  )
  return typeof bell === 'string' ? { way: first.way, outcome: bell } : ring(context, bells, bell, open)
}

function hasKey({ inbox }: BellDriver, agent: string, { way, session }: BellTarget): boolean {
  return !isInbox(way) || (inbox?.way === way && inbox.session(agent) === session)
}

async function ring(
  { store, now }: Context,
  bells: BellDriver,
  bell: Bell,
  targets: readonly BellTarget[],
): Promise<Ring> {
  const line = async () => {
    const counts = await store.bells.standing(bell.id, now())
    return counts === null ? null : bellText(counts)
  }
  const problems: string[] = []
  for (const target of targets) {
    const { way, session } = target
    const outcome = await bells.ring(target, line)
    if (outcome === 'silent') await store.bells.settle(bell.id, 'silent', now())
    if (outcome === 'rung') await store.bells.settle(bell.id, { outcome, way, session }, now())
    if (outcome === 'silent' || outcome === 'rung') return { way, outcome }
    problems.push(`${wayNames[way]}: ${outcome}`)
    // Others ring by the next way until the inbox answers again.
    if (isInbox(way) && session !== null) await store.sessions.reach(bell.agent, session, null)
  }
  const outcome = problems.join(' ')
  await store.bells.settle(bell.id, { outcome, way: bell.way, session: bell.session }, now())
  return { way: bell.way, outcome }
}
