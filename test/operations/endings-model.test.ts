import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import { minute, openMailRoom } from '../support/mailbox.ts'
import { proof, scaled } from '../support/scale.ts'

const agents = ['ann', 'ben', 'cay'] as const
type Who = (typeof agents)[number]
const verbs = [
  'send',
  'fail',
  'complete',
  'reply',
  'retry',
  'redeliver',
  'ack notice',
  'archive',
  'undo',
  'patrol',
] as const
type Step = {
  readonly verb: (typeof verbs)[number]
  readonly who: number
  readonly to: number
  readonly pick: number
}

/** What a sender is owed for one request, told by nothing but the steps that were taken. */
type Request = {
  readonly id: string
  readonly from: Who
  readonly to: Who
  status: 'open' | 'failed' | 'completed'
  owes: boolean
  archived: boolean
  /** The requester dealt with the failure of this round. */
  acknowledged: boolean
  /** Its notices, one a round of asking. */
  rounds: number
  notified: number
}

const step = fc.record({
  verb: fc.constantFrom(...verbs),
  who: fc.nat(2),
  to: fc.nat(2),
  pick: fc.nat(20),
})

const at = <T>(list: readonly T[], place: number): T | undefined => list[place % Math.max(1, list.length)]

async function play(steps: readonly Step[]): Promise<void> {
  const room = await openMailRoom()
  try {
    const boxes = new Map<Who, Mailbox>()
    for (const name of agents) boxes.set(name, await room.join(name))
    const box = (who: Who) => boxes.get(who) as Mailbox
    const requests: Request[] = []
    for (const one of steps) {
      room.now += minute
      await take(one, requests, box)
      await compare(requests, box)
    }
  } finally {
    await room.close()
  }
}

async function take(
  { verb, who, to, pick }: Step,
  requests: Request[],
  box: (who: Who) => Mailbox,
): Promise<void> {
  const from = agents[who] ?? 'ann'
  if (verb === 'send') {
    const other = agents[(who + 1 + (to % 2)) % 3] ?? 'ben'
    const { id } = await box(from).send({ to: [other], subject: 'Do', body: 'x', again: true })
    requests.push({
      id,
      from,
      to: other,
      status: 'open',
      owes: true,
      archived: false,
      acknowledged: false,
      rounds: 0,
      notified: -1,
    })
    return
  }
  if (verb === 'patrol') return void (await box(from).patrol({}))
  const request = at(requests, pick)
  if (request === undefined) return
  const owner = box(request.to)
  const input = { messages: [request.id] }
  const isFailed = request.status === 'failed'
  switch (verb) {
    case 'fail':
      if (request.status !== 'open' || request.archived) return
      await owner.fail({ ...input, reason: 'No' })
      request.status = 'failed'
      if (request.owes && request.notified < request.rounds) {
        request.notified = request.rounds
        request.acknowledged = false
      }
      return
    case 'complete':
      if (request.status === 'completed' || request.archived) return
      await owner.complete(input)
      Object.assign(request, { status: 'completed', owes: false, archived: true })
      return
    case 'reply':
      await owner.reply({ message: request.id, body: 'Done' })
      request.owes = false
      return
    case 'retry':
      if (!isFailed || request.archived) return
      await owner.retry(input)
      request.status = 'open'
      return
    case 'redeliver':
      if (!isFailed || !request.owes) return
      await box(request.from).redeliver({ message: request.id })
      Object.assign(request, { status: 'open', archived: false, rounds: request.rounds + 1 })
      return
    case 'ack notice': {
      const notice = await noticeOf(request, box)
      if (notice === undefined) return
      await box(request.from).ack({ messages: [notice] })
      request.acknowledged = true
      return
    }
    case 'archive':
      if (request.archived) return
      await owner.archive(input)
      request.archived = true
      return
    case 'undo':
      // Undone and done again: a failure comes back without a second notice.
      if (!isFailed || request.archived) return
      await owner.retry(input)
      await owner.undo({})
      return
  }
}

/** The notice of the latest round. */
async function noticeOf(
  { id, from, notified }: Request,
  box: (who: Who) => Mailbox,
): Promise<string | undefined> {
  if (notified < 0) return undefined
  const { messages } = await box(from).inbox({ from: ['system'], all: true, limit: 500 })
  return messages
    .filter(({ replyTo }) => replyTo === id)
    .toSorted((one, other) => (one.sentAt < other.sentAt ? 1 : -1))[0]?.id
}

async function compare(requests: readonly Request[], box: (who: Who) => Mailbox): Promise<void> {
  for (const name of agents) {
    const mine = requests.filter(({ from }) => from === name)
    const failed = mine
      .filter(({ status, owes, acknowledged }) => status === 'failed' && owes && !acknowledged)
      .map(({ id }) => id)
    const open = mine
      .filter(({ status, owes, archived }) => status === 'open' && owes && !archived)
      .map(({ id }) => id)
    const { attention } = await box(name).attention({})
    const told = attention.filter(({ why }) => why === 'request-failed').map(({ message }) => message?.id)
    expect(told.toSorted()).toEqual(failed.toSorted())
    const { owed } = await box(name).owed({ toMe: true, limit: 500 })
    const stateOf = (state: string) =>
      owed.filter((row) => row.state === state).map(({ message }) => message.id)
    expect(stateOf('failed').toSorted()).toEqual(failed.toSorted())
    expect(stateOf('open').toSorted()).toEqual(open.toSorted())
    const notices = (await box(name).inbox({ from: ['system'], all: true, limit: 500 })).messages
    for (const { id, notified } of mine) {
      const rounds = notices.filter(({ replyTo }) => replyTo === id).length
      expect(rounds).toBeLessThanOrEqual(notified + 1)
    }
  }
}

test(
  proof(
    'attention and owed agree with a model of who sent, failed, answered and asked again',
    scaled(12, 200),
    'series',
  ),
  async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 30 }), play), { numRuns: scaled(12, 200) })
  },
)
