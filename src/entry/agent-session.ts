import type { Environment } from '../config.ts'
import type { HarnessSession } from '../drivers/processes.ts'
import type { ProcessDriver } from '../operations/operation.ts'

/** The coding agent that this process runs in, looked up once. Nothing is looked up where no marker is set. */
export function agentSession({ marked }: Environment): () => Promise<HarnessSession | null> {
  let found: Promise<HarnessSession | null> | undefined
  return () => {
    found ??= lookUp(marked)
    return found
  }
}

async function lookUp(marked: Environment['marked']): Promise<HarnessSession | null> {
  const candidates = marked()
  if (candidates.length === 0) return null
  return (await import('../drivers/processes.ts')).harnessSession(candidates)
}

/** Processes of this machine. The driver is loaded by the few commands that ask for one. */
export function processesOf(session: () => Promise<HarnessSession | null>): ProcessDriver {
  return {
    hasEnded: async (name) => (await import('../drivers/processes.ts')).hasEnded(name),
    harness: async () => (await session())?.process ?? null,
  }
}
