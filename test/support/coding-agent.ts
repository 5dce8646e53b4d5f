import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { programFile, quietEnvironment } from './batch.ts'

/** A process by the name of a coding agent, which runs the program's commands in its session. */
export type CodingAgent = {
  /** Runs a command; its output, or `null` where the agent was killed before the command ended. */
  run(args: readonly string[], input?: string): Promise<string | null>
  /** The event of a hook, and the text that its answer put before the agent. */
  hook(event: string): Promise<string>
  /** The agent and all that it started are gone, as after a crash of its terminal. */
  kill(): Promise<void>
}

const script = `const { spawn } = require('node:child_process')
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { args, input } = JSON.parse(line)
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] })
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (out += text))
  child.stdin.on('error', () => {}).end(input)
  child.on('close', () => process.stdout.write(JSON.stringify(out) + '\\n'))
})`

/** How a coding agent is called, and how its variables name it. */
const kinds = {
  claude: (session: string) => ({ CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: session }),
  // Its commands are told no session.
  gemini: () => ({ GEMINI_CLI: '1' }),
} as const

export function startCodingAgent(
  folder: string,
  store: string,
  name: string,
  session: string,
  kind: keyof typeof kinds = 'claude',
): CodingAgent {
  mkdirSync(join(folder, 'bin'), { recursive: true })
  const file = join(folder, 'bin', `${kind}.cjs`)
  writeFileSync(file, script)
  const child: ChildProcess = spawn(process.execPath, [file], {
    // A group of its own, so that it can be killed with all that it started.
    detached: true,
    env: {
      ...quietEnvironment(),
      ...kinds[kind](session),
      WATCHPOST_AGENT: name,
      WATCHPOST_STORE: store,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const waiting: ((out: string | null) => void)[] = []
  if (child.stdout !== null)
    createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.(JSON.parse(line)))
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  void closed.then(() => {
    for (const answer of waiting.splice(0)) answer(null)
  })
  child.stdin?.on('error', () => {})

  const run = (args: readonly string[], input = '') =>
    new Promise<string | null>((resolve) => {
      waiting.push(resolve)
      child.stdin?.write(`${JSON.stringify({ args: [programFile, ...args], input })}\n`)
    })

  return {
    run,
    async hook(event) {
      const out = await run(
        ['hook'],
        JSON.stringify({ hook_event_name: event, session_id: session, prompt: 'x' }),
      )
      return out === null || out === ''
        ? ''
        : (JSON.parse(out) as { hookSpecificOutput: { additionalContext: string } }).hookSpecificOutput
            .additionalContext
    },
    async kill() {
      if (child.exitCode === null && child.signalCode === null && child.pid !== undefined)
        process.kill(-child.pid, 'SIGKILL')
      await closed
    },
  }
}
