import type { Backlog } from '../../../store/mail-store.ts'
import type { LostPeer } from '../../domain/lost-peers.ts'
import { type Peer, toldAfter, unreachableAfter } from '../../domain/peer.ts'
import type { Context } from '../context.ts'
import { readAnyway } from '../mail/read-anyway.ts'
import { lostPeers } from '../swarms/lost-peers.ts'
import { iso, messageValue } from '../values.ts'
import { attentionRow, type Concern, listedConcern } from './value.ts'

/** Another swarm, and all that keeps mail from it. */
type Trouble = {
  readonly swarm: string
  readonly peer: Peer | null
  readonly backlog: Backlog | null
  readonly lost: LostPeer
  readonly isSilent: boolean
  readonly since: number
}

/** Other swarms that mail does not reach: each once, with the message that waits longest, or was given up first. */
export async function peerConcerns(context: Context): Promise<readonly Concern[]> {
  return [
    listedConcern(
      'undelivered',
      await troublesOf(context),
      () => null,
      async (trouble) => {
        const { swarm, backlog, lost, since } = trouble
        const copy = backlog ?? lost.mail ?? null
        const letter = copy === null ? null : await readAnyway(context.store, copy.first, null)
        return attentionRow({
          swarm,
          message: letter === null ? null : messageValue(letter),
          agent: copy?.address ?? null,
          why: 'undelivered',
          reason: reasonsOf(trouble).join('; '),
          since: iso(since),
          command: commandOf(trouble),
        })
      },
    ),
  ]
}

async function troublesOf(context: Context): Promise<readonly Trouble[]> {
  const { peers, outbox } = context.store
  const now = context.now()
  const [waiting, all, lost] = await Promise.all([outbox.backlog(), peers.list(), lostPeers(context)])
  const late = waiting.filter(({ since }) => since <= now - toldAfter)
  const backlogs = new Map(late.map((backlog) => [backlog.swarm, backlog]))
  const known = new Map(all.map((peer) => [peer.name, peer]))
  const isSilent = ({ active, lastSeen }: Peer) => !active && lastSeen <= now - unreachableAfter
  const silent = [...known.values()].filter(isSilent).map(({ name }) => name)
  const names = [...new Set([...backlogs.keys(), ...lost.keys(), ...silent])]
  return names
    .map((swarm): Trouble => {
      const found = { peer: known.get(swarm) ?? null, backlog: backlogs.get(swarm) ?? null }
      const trouble = { swarm, ...found, lost: lost.get(swarm) ?? {}, isSilent: silent.includes(swarm) }
      return { ...trouble, since: sinceOf(trouble) }
    })
    .toSorted((one, other) => one.since - other.since)
}

function sinceOf({ peer, backlog, lost, isSilent }: Omit<Trouble, 'since'>): number {
  const times = [backlog?.since, lost.mail?.since, lost.forgotten?.at, isSilent ? peer?.lastSeen : undefined]
  return Math.min(...times.filter((time) => time !== undefined))
}

function reasonsOf({ swarm, backlog, lost, isSilent }: Trouble): readonly string[] {
  const { mail, forgotten } = lost
  return [
    ...(backlog === null ? [] : [waitingText(backlog)]),
    ...(mail === undefined ? [] : [`${mail.copies} given up for ${swarm}: ${mail.problem}`]),
    ...(forgotten === undefined
      ? []
      : [`${swarm} was registered only while the server ran, and is forgotten`]),
    ...(isSilent && backlog === null ? [`${swarm} does not answer`] : []),
  ]
}

function waitingText({ swarm, copies, problem }: Backlog): string {
  const waiting = `${copies} waiting for ${swarm}`
  return problem === null
    ? `${waiting}, not sent yet: is \`watchpost serve\` running?`
    : `${waiting}: ${problem}`
}

/** Registering it again ends what was given up and what was forgotten. */
function commandOf({ swarm, peer, lost }: Trouble): string {
  const url = (peer ?? lost.forgotten?.peer)?.baseUrl
  const isLost = lost.mail !== undefined || lost.forgotten !== undefined
  return isLost && url !== undefined
    ? `watchpost swarm register ${swarm} ${url}`
    : `watchpost swarm ping ${swarm}`
}
