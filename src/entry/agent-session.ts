import type { Environment } from '../config.ts'
import { type Harness, harnesses } from '../domain/harness.ts'
import type { HarnessSession } from '../domain/harness-process.ts'
import type { ProcessDriver } from '../services/process-driver.ts'

type Find = () => Promise<HarnessSession | null>

/** The coding agent that this process runs in, looked up once. Nothing is looked up where no marker is set. */
export function agentSession({ marked }: Environment): Find {
  let found: Promise<HarnessSession | null> | undefined
  return () => {
    found ??= lookUp(marked())
    return found
  }
}

/** The same for commands that only coding agents start: hooks and tool servers get a part of the environment, or none. */
export function certainSession({ marked }: Environment): () => Promise<HarnessSession> {
  let found: Promise<HarnessSession> | undefined
  return () => {
    found ??= lookUp(marked().length > 0 ? marked() : harnesses).then(
      (session) => session ?? { harness: null, process: null },
    )
    return found
  }
}

async function lookUp(candidates: readonly Harness[]): Promise<HarnessSession | null> {
  if (candidates.length === 0) return null
  return (await import('../drivers/processes.ts')).harnessSession(candidates)
}

/** Processes of this machine. The driver is loaded by the few commands that ask for one. */
export function processesOf(find: Find): ProcessDriver {
  return {
    hasEnded: async (name) => (await import('../drivers/processes.ts')).hasEnded(name),
    isAlive: async (name) => (await import('../drivers/processes.ts')).isAlive(name),
    own: async () => (await import('../drivers/processes.ts')).ownName(Date.now()),
    harness: async () => (await find())?.process ?? null,
    harnessName: async () => (await find())?.harness?.name ?? null,
    harnessOf: async (name) => (await import('../drivers/processes.ts')).harnessOf(name)?.name ?? null,
  }
}
