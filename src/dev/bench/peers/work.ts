import { claimants, type Opened, type Peer, peers, type Settings, watchpost } from './programs.ts'

/** The first argument of a process that does one work with one program. */
export const peerMark = 'peer'
export type Work = 'prepare' | 'settings' | 'send' | 'pair' | 'fill' | 'claim'
/** What one process did. `problem`: the program failed at it. */
export type Done = {
  readonly rate: number
  /** How long it worked beside others: until there was nothing left, or the time was over. */
  readonly seconds: number
  /** Processor time for each, ms. */
  readonly cost: number
  readonly ids: readonly string[]
  readonly failed: number
  readonly problem: string | null
  readonly settings: Settings | null
}
export type Order = {
  readonly name: string
  readonly work: Work
  readonly location: string
  readonly folder: string
  /** How many, or which claimant. */
  readonly amount: number
  /** When claimants begin together, and for how long they go on, ms. */
  readonly from?: number
  readonly lasts?: number
}

/** What is said of a work that a program does not know. */
export const hasNone = 'none'
const warmUp = 100
const nothing: Done = { rate: 0, seconds: 0, cost: 0, ids: [], failed: 0, problem: null, settings: null }

/** Does what it is told and prints what came of it. */
export async function workAsPeer(text: string): Promise<void> {
  const order = JSON.parse(text) as Order
  const peer = [watchpost, ...peers].find(({ name }) => name === order.name)
  const done = peer === undefined ? nothing : await doneBy(peer, order).catch(problemOf)
  process.stdout.write(`\n${JSON.stringify(done)}`)
}

function problemOf(error: unknown): Done {
  return { ...nothing, problem: error instanceof Error ? error.message : String(error) }
}

async function doneBy(peer: Peer, order: Order): Promise<Done> {
  const given = { ...order, as: claimants[order.work === 'claim' ? order.amount : 0] ?? '' }
  if (order.work === 'prepare') {
    await peer.prepare(given)
    return nothing
  }
  const opened = await peer.open(given)
  switch (order.work) {
    case 'settings':
      return { ...nothing, settings: await opened.settings() }
    case 'send':
      return timed(order.amount, opened.send)
    case 'fill':
      await fill(opened, order.amount)
      return nothing
    case 'pair': {
      const { pair } = opened
      if (pair === undefined) return { ...nothing, problem: hasNone }
      await fill(opened, order.amount + warmUp)
      return timed(order.amount, async () => void (await pair()))
    }
    case 'claim':
      return claimed(opened, order)
  }
}

async function fill({ offer }: Opened, amount: number): Promise<void> {
  for (let at = 0; at < amount; at += 1) await offer?.(at)
}

async function timed(amount: number, each: (at: number) => Promise<void>): Promise<Done> {
  for (let at = 0; at < warmUp; at += 1) await each(at)
  const [before, begun] = [process.cpuUsage(), performance.now()]
  for (let at = 0; at < amount; at += 1) await each(at)
  const seconds = (performance.now() - begun) / 1_000
  return { ...nothing, rate: amount / seconds, cost: costSince(before) / amount }
}

/** Claims and completes for a while beside others. What fails is tried again, as a worker does. */
async function claimed({ pair }: Opened, { from = 0, lasts = 0 }: Order): Promise<Done> {
  if (pair === undefined) return nothing
  const ids: string[] = []
  let [failed, problem] = [0, null as string | null]
  while (Date.now() < from) await new Promise((resolve) => setTimeout(resolve, 1))
  const before = process.cpuUsage()
  while (Date.now() < from + lasts) {
    try {
      const id = await pair()
      if (id === null) break
      ids.push(id)
    } catch (error) {
      failed += 1
      problem = problemOf(error).problem
    }
  }
  const seconds = (Date.now() - from) / 1_000
  return { ...nothing, seconds, cost: costSince(before), ids, failed, problem }
}

/** Milliseconds of processor time. */
function costSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
