import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HookSignals, MailStore } from '../../store/mail-store.ts'
import { openSignals } from '../../store/sqlite/database/signals.ts'
import { after, pause } from '../after.ts'
import { lifeInProc } from '../drivers/process-table.ts'
import { linkTest, linkTestOf } from '../setup/commands.ts'
import { beginLinkedAgents, linkedAgents } from './link-agents.ts'

/** The longest time between two looks, which finds newly noted agents, ms. */
const regular = 5_000
/** The shortest time between two looks, however often the store changes, ms. */
const shortest = 25
/** Between two failed looks at most, ms. */
const longestPause = 30_000

/** Times in ms. */
type Patience = {
  /** How long the store may take to answer until hooks ask it themselves, and until its line is cut. */
  readonly late: number
  readonly dead: number
  /** Between the first failed look and the next one. It doubles with each that fails. */
  readonly again: number
}
/** A door that makes a backup answers nothing else meanwhile. */
const usualPatience: Patience = { late: 5_000, dead: 60_000, again: 1_000 }

/** The store elsewhere, as the link reaches it. */
type FarStore = {
  readonly open: () => Promise<MailStore>
  /** Gives the connection up, which is open and silent. */
  readonly cut: () => void
}

export type LinkSignals = {
  /** The store has owed an answer for some time: new callers should not wait for the same connection. */
  isLate(): boolean
  /** Call it when the connection is lost: hooks ignore the files until it is back. */
  hide(): void
  stop(): void
}

/** Keeps the signal files of this machine's agents in step with the store elsewhere, so that their hooks need not ask it. */
export function keepLinkSignals(
  folder: string,
  location: string,
  far: FarStore,
  patience = usualPatience,
): LinkSignals {
  const signals = openSignals(folder)
  const test = join(folder, 'signals', linkTest)
  const ending = new AbortController()
  const { signal } = ending
  let change: Promise<unknown> | null = null
  let isShown = false
  let isLate = false

  function hide(): void {
    isShown = false
    rmSync(test, { force: true })
  }

  function show(): void {
    if (isShown) return
    writeFileSync(`${test}~`, linkTestOf(location, process.pid, lifeInProc(process.pid)?.start ?? null), {
      mode: 0o600,
    })
    renameSync(`${test}~`, test)
    isShown = true
  }

  function keep(agents: readonly string[], { waiting, asking, isReserved }: HookSignals): void {
    const [full, asks] = [new Set(waiting), new Set(asking)]
    for (const address of agents) {
      signals.require(address)
      if (full.has(address)) signals.raise(address)
      else signals.settleLowered(address, () => true)
      signals.markAsking(address, asks.has(address))
    }
    signals.markReserved(isReserved)
  }

  function late(): void {
    isLate = true
    hide()
  }

  async function look(): Promise<void> {
    const { live } = await far.open()
    // Listening begins before the look, so that no change falls between the two.
    change ??= live.changed(signal).finally(() => {
      change = null
    })
    change.catch(() => undefined)
    const agents = linkedAgents(folder)
    keep(agents, await watched(live.signals(agents), patience, { late, dead: far.cut }))
    isLate = false
    if (!signal.aborted) show()
  }

  async function run(): Promise<void> {
    let wait = patience.again
    while (!signal.aborted) {
      try {
        await look()
        wait = patience.again
        await Promise.race([change, pause(regular, { signal })])
        await pause(shortest, { signal })
      } catch {
        isLate = false
        hide()
        await pause(wait, { signal })
        wait = Math.min(2 * wait, longestPause)
      }
    }
  }

  mkdirSync(join(folder, 'signals'), { recursive: true, mode: 0o700 })
  beginLinkedAgents(folder)
  hide()
  void run()
  return {
    isLate: () => isLate,
    hide,
    stop() {
      ending.abort()
      hide()
    },
  }
}

/** Nothing else says that a line is dead whose other end went away without notice. */
async function watched<T>(
  answer: Promise<T>,
  patience: Patience,
  { late, dead }: Readonly<Record<'late' | 'dead', () => void>>,
): Promise<T> {
  const timers = [after(patience.late, late), after(patience.dead, dead)]
  try {
    return await answer
  } finally {
    for (const timer of timers) timer.stop()
  }
}
