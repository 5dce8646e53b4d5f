import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { HookSignals, MailStore } from '../../store/mail-store.ts'
import { openSignals } from '../../store/sqlite/live/signals.ts'
import { lifeOf } from '../drivers/process-table.ts'
import { linkTest, linkTestOf } from '../setup/commands.ts'
import { beginLinkedAgents, linkedAgents } from './link-agents.ts'

/** The longest time between two looks, which finds newly noted agents, and the longest wait for an answer, ms. */
const regular = 5_000
/** The shortest time between two looks, however often the store changes, ms. */
const shortest = 25
const beforeRetry = 1_000

export type LinkSignals = {
  /** Call it when the connection is lost: hooks ignore the files until it is back. */
  hide(): void
  stop(): void
}

/** Keeps the signal files of this machine's agents in step with the store elsewhere, so that their hooks need not ask it. */
export function keepLinkSignals(
  folder: string,
  location: string,
  open: () => Promise<MailStore>,
): LinkSignals {
  const signals = openSignals(folder)
  const test = join(folder, 'signals', linkTest)
  const ending = new AbortController()
  const { signal } = ending
  let change: Promise<void> | null = null
  let isShown = false

  function hide(): void {
    isShown = false
    rmSync(test, { force: true })
  }

  function show(): void {
    if (isShown) return
    writeFileSync(`${test}~`, linkTestOf(location, process.pid, lifeOf(process.pid)?.start ?? null), {
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

  async function look(): Promise<void> {
    const { live } = await open()
    // Listening begins before the look, so that no change falls between the two.
    change ??= live.changed(signal).finally(() => {
      change = null
    })
    change.catch(() => undefined)
    const agents = linkedAgents(folder)
    keep(agents, await timely(live.signals(agents)))
    if (!signal.aborted) show()
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await look()
        await Promise.race([change, pause(regular, undefined, { signal })])
        await pause(shortest, undefined, { signal })
      } catch {
        hide()
        await pause(beforeRetry, undefined, { signal }).catch(() => undefined)
      }
    }
  }

  mkdirSync(join(folder, 'signals'), { recursive: true, mode: 0o700 })
  beginLinkedAgents(folder)
  hide()
  void run()
  return {
    hide,
    stop() {
      ending.abort()
      hide()
    },
  }
}

/** @throws where the store does not answer in time */
async function timely<T>(answer: Promise<T>): Promise<T> {
  const over = new AbortController()
  const late = pause(regular, undefined, { signal: over.signal }).then(() => {
    throw new Error('The store does not answer.')
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    late.catch(() => undefined)
    over.abort()
  }
}
