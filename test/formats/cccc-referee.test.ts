import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultDebatePolicy } from '../../src/domain/debates/debate-policy.ts'
import { isMailError } from '../../src/domain/errors.ts'
import { defaultSettings } from '../../src/domain/settings/settings.ts'
import type { Mailbox } from '../../src/mailbox.ts'
import { type Move, openReferee } from '../referees/debates.ts'
import { type MailRoom, minute, openMailRoom } from '../support/mailbox.ts'
import { generator, proof, scaled } from '../support/scale.ts'

const tried = scaled(40, 700)
const [mostMoves, seed] = [9, Number(process.env['WATCHPOST_SEED'] ?? 18)]

let room: MailRoom
let folder: string
beforeEach(async () => {
  room = await openMailRoom()
  folder = mkdtempSync(join(tmpdir(), 'watchpost-debates-'))
})
afterEach(async () => {
  await room.close()
  rmSync(folder, { recursive: true, force: true })
})

const settings = {
  ...defaultSettings,
  debate: {
    ...defaultDebatePolicy,
    evidence: { forClaims: 'optional', forCounters: 'required', minimumStrength: 'moderate' },
  },
} as const
const peers = ['peera', 'peerb'] as const
const kinds = {
  CLAIM: 'claim',
  COUNTER: 'counter',
  EVIDENCE: 'evidence',
  AGREE: 'agree',
  CONCEDE: 'concede',
  QUERY: 'query',
  RESPONSE: 'response',
} as const
const backings = {
  none: {},
  popularity: { evidence: ['Everyone does it this way'] },
  reason: { rationale: ['It survives a restart'] },
  reference: { evidence: ['RFC 7519', 'Trust me'] },
} as const

type Sent = { readonly id: string; readonly delivered: boolean; readonly [name: string]: unknown }
type Outbox = { readonly sent: readonly Sent[] }
type Told = { readonly from: string; readonly reply_to?: string }

function read<T>(path: string): T {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T
  } catch {
    return {} as T
  }
}

/** A debate: what it is called, what the referee says of it, and the thread that commands know it by. */
type Played = {
  readonly task: string
  readonly referee: ReturnType<typeof openReferee>
  thread: string | null
  question: string | null
}

/** Likely moves, and some that make no sense. */
function moveOf(random: () => number, isFirst: boolean): Move {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const types = [
    'CLAIM',
    'COUNTER',
    'COUNTER',
    'COUNTER',
    'EVIDENCE',
    'EVIDENCE',
    'AGREE',
    'CONCEDE',
    'QUERY',
    'BOGUS',
  ]
  const type = isFirst ? 'CLAIM' : (pick(types) as Move['type'])
  const backing = pick(['none', 'popularity', 'reason', 'reason', 'reference', 'reference'] as const)
  return { who: pick(peers), type, backing }
}

test(proof('debates go as their description says, by files and by commands', tried, 'debates'), {
  timeout: 900_000,
}, async () => {
  const random = generator(seed)
  const lea = await room.join('lea', { kind: 'user' })
  for (const peer of peers) await room.join(peer)
  const boxes = Object.fromEntries(
    await Promise.all(peers.map(async (peer) => [peer, await room.as(peer, { settings })] as const)),
  ) as Record<Move['who'], Mailbox>
  const orchestrator = await room.as('lea', { settings })
  const debates = Array.from({ length: tried }, (_, at): Played => {
    return { task: `task-${at}`, referee: openReferee(), thread: null, question: null }
  })
  const sent: Record<Move['who'], readonly Sent[]> = { peera: [], peerb: [] }
  for (const peer of peers) mkdirSync(join(folder, peer))
  const stop = new AbortController()
  const ended = (async () => {
    for await (const _ of orchestrator.sync({ path: folder, format: 'cccc' }, stop.signal));
  })()
  const refused = new Set<string>()
  const expected = new Set<string>()

  /** Those of a peer's entries that it was told of. */
  const toldTo = (peer: Move['who']): readonly string[] => {
    const queue = read<{ readonly queue?: readonly Told[] }>(join(folder, peer, 'inbox.json')).queue ?? []
    return queue.flatMap(({ from, reply_to }) => (from === 'system' && reply_to ? [reply_to] : []))
  }

  /** Waits until each entry was delivered, or its writer was told. */
  async function sync(): Promise<void> {
    for (const peer of peers)
      writeFileSync(join(folder, peer, 'outbox.json'), JSON.stringify({ sent: sent[peer] }))
    for (const deadline = Date.now() + 120_000; Date.now() < deadline; ) {
      for (const peer of peers) sent[peer] = read<Outbox>(join(folder, peer, 'outbox.json')).sent
      const open = peers.flatMap((peer) => {
        const told = new Set(toldTo(peer))
        return sent[peer].filter(({ id, delivered }) => !delivered && !told.has(id))
      })
      if (open.length === 0) return
      await new Promise((next) => setTimeout(next, 50))
    }
    throw new Error('sync did not come to an end')
  }

  /** By a command: refused with an error. */
  async function byCommand(debate: Played, move: Move, name: string): Promise<void> {
    const to = [move.who === 'peera' ? 'peerb' : 'peera']
    const kind = move.type === 'BOGUS' ? ('bogus' as never) : kinds[move.type]
    const { rationale, ...backing } = { rationale: undefined, ...backings[move.backing] } as {
      rationale?: readonly string[]
      evidence?: readonly string[]
    }
    const said = {
      to,
      kind,
      statement: name,
      task: debate.task,
      ...backing,
      ...(rationale !== undefined && { rationale: rationale.join(' ') }),
      ...(debate.thread !== null && { thread: debate.thread }),
    }
    try {
      const { thread } = await boxes[move.who].send(said as never)
      debate.thread ??= thread
    } catch (error) {
      if (!isMailError(error)) throw error
      refused.add(name)
    }
  }

  for (let round = 0; round < mostMoves; round += 1) {
    const commands: (() => Promise<void>)[] = []
    room.now += minute
    for (const [at, debate] of debates.entries()) {
      const move = moveOf(random, round === 0)
      const name = `m-${at}-${round}`
      if (!debate.referee.take(move)) expected.add(name)
      if (random() < 0.4) commands.push(() => byCommand(debate, move, name))
      else
        sent[move.who] = [
          ...sent[move.who],
          {
            id: name,
            timestamp: new Date(room.now).toISOString(),
            delivered: false,
            to: move.who === 'peera' ? 'peerb' : 'peera',
            type: move.type,
            content: { statement: name, ...backings[move.backing] },
            context: { task_id: debate.task },
          },
        ]
    }
    for (const command of commands) await command()
    await sync()
    if (round === 0) for (const debate of debates) debate.thread ??= await threadOf(lea, debate.task)
  }

  stop.abort()
  await ended
  for (const peer of peers) for (const { id, delivered } of sent[peer]) if (!delivered) refused.add(id)
  expect([...refused].sort()).toEqual([...expected].sort())
  const found: unknown[] = []
  for (const debate of debates) {
    const { consensus, deadlock, rounds } = await lea.showDebate({ thread: debate.thread ?? '' })
    found.push([debate.task, consensus ? 'consensus' : deadlock ? 'deadlock' : 'open', rounds])
  }
  expect(found).toEqual(debates.map(({ task, referee }) => [task, referee.verdict(), referee.rounds()]))
  const decided = debates.filter(({ referee }) => referee.verdict() === 'consensus').length
  expect(readFileSync(join(room.location, 'SUBPOR.md'), 'utf8').match(/^### Decision/gmu)).toHaveLength(
    decided,
  )
  // Each writer was told of each entry of its outbox, once.
  for (const peer of peers) {
    const mine = sent[peer].map(({ id }) => id).filter((id) => expected.has(id))
    expect([...toldTo(peer)].sort()).toEqual([...mine].sort())
  }
})

async function threadOf(box: Mailbox, task: string): Promise<string> {
  const { messages } = await box.inbox({ everyone: true, all: true, task, limit: 1 })
  return messages[0]?.thread ?? ''
}
