import { execFile } from 'node:child_process'
import { inheritedVariables } from '../../config.ts'

const longest = 5_000

/** `codex queue` keeps a message for a thread, which takes it as its next turn (openai/codex, 0.150 and later). */
export function ringCodex(thread: string, text: string): Promise<string> {
  const words = ['queue', '--thread', thread, '--message', text]
  const how = { timeout: longest, killSignal: 'SIGKILL', env: inheritedVariables() } as const
  return new Promise((resolve) => {
    execFile('codex', words, how, (error, _, complaint) =>
      resolve(error === null ? 'rung' : problemOf(error, complaint)),
    )
  })
}

function problemOf(
  error: Error & { readonly code?: unknown; readonly killed?: boolean },
  complaint: string,
): string {
  if (error.code === 'ENOENT') return 'The program codex was not found.'
  if (error.killed === true) return 'The program codex does not answer.'
  const [said = ''] = complaint.trim().split('\n').slice(-1)
  return `codex queue failed${said === '' ? '' : `: ${said.slice(0, 120)}`}.`
}
