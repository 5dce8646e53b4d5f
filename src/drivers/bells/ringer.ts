import { spawn } from 'node:child_process'
import { inheritedVariables } from '../../config.ts'

/** `watchpost ring`, as a process that outlives the one that starts it. */
export function startRinger(store: string, agents: readonly string[]): void {
  const [node = process.execPath, program = ''] = process.argv
  const child = spawn(node, [program, 'ring', '--store', store, '--quiet', '--', ...agents], {
    detached: true,
    stdio: 'ignore',
    env: inheritedVariables(),
  })
  // The process that runs upkeep rings later.
  child.on('error', () => undefined)
  child.unref()
}
