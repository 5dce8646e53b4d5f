import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { lifeOf } from '../../src/drivers/process-table.ts'
import { ownName } from '../../src/drivers/processes.ts'
import { processesOf } from '../../src/entry/agent-session.ts'
import type { ProcessDriver } from '../../src/services/process-driver.ts'

/** A real process that stands for a coding agent, by the name that the store knows it by. */
export type Harness = {
  readonly name: string
  /** The processes of this machine, seen from a command that this one started. */
  readonly processes: ProcessDriver
  kill(): Promise<void>
}

const [machine = ''] = ownName(0).split('-')

/** @param script what it runs, by whose name it may be known as a coding agent; without one it is none */
export async function startHarness(script?: string): Promise<Harness> {
  const words = script === undefined ? ['--eval', 'setInterval(() => {}, 1000)'] : [script]
  const child: ChildProcess = spawn(process.execPath, words)
  await once(child, 'spawn')
  const name = `${machine}-${child.pid}-${lifeOf(child.pid ?? 0)?.start}`
  return {
    name,
    processes: seenFrom(name),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

/** The same number, begun at another time: a later process that was given it. */
export function reused(name: string): string {
  return `${name}0`
}

/** This machine's processes for a command that was started by the one of this name. */
export function seenFrom(harness: string | null): ProcessDriver {
  return { ...processesOf(async () => null), harness: async () => harness }
}

/** A process of another machine, of which nobody here knows anything. */
export const elsewhere = `${machine.replace(/./u, (first) => (first === '0' ? '1' : '0'))}-1-1`

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** The number that a process wrote there; `null` until it did. A file is there before it has anything in it. */
export function processIn(file: string): number | null {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return text === '' ? null : Number(text)
}
