import { type ChildProcess, spawn } from 'node:child_process'
import { inheritedVariables } from '../config.ts'
import { MailError } from '../domain/errors.ts'
import type { Program, ProgramDriver, ProgramEnd } from '../services/context.ts'
import { lastOutput } from '../services/last-output.ts'
import { guard } from './guardian.ts'

/** Between asking a program to end and ending it. */
const grace = 5_000
/** How long a program's last output is waited for. */
const afterExit = 500
const mostKept = 1024 * 1024
const tailKept = 4096

/** Programs of this machine: as they are named, never by way of a shell. */
export const programs: ProgramDriver = {
  async start([file = '', ...args], { input, variables }) {
    const child = spawn(file, args, {
      env: { ...inheritedVariables(), ...variables },
      stdio: 'pipe',
      // A group of its own: what it starts ends with it, and a key of our terminal does not reach it before we do.
      detached: true,
    })
    await started(child, file)
    return programOf(child, input)
  },
}

function started(child: ChildProcess, file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'ENOENT' ? 'program not found' : error.message
      reject(new MailError('usage', `${file} cannot be started: ${why}.`, 'Give a program after --.'))
    })
  })
}

function programOf(child: ChildProcess, input: string): Program {
  const unguard = child.pid === undefined ? () => undefined : guard(child.pid)
  const out = keepFirst()
  const err = keepLast()
  child.stdout?.on('data', out.add)
  child.stderr?.on('data', err.add)
  // A program that does not read its message has received it anyway.
  const flushed = new Promise<void>((resolve) => {
    child.stdin?.on('error', () => resolve())
    child.stdin?.end(input, () => resolve())
  })
  let ending: NodeJS.Timeout | undefined
  const ended = new Promise<ProgramEnd>((resolve) => {
    const tell = () => {
      clearTimeout(ending)
      const { exitCode: exit, signalCode: signal } = child
      resolve({ exit, signal, complaint: err.text(), ...out.kept() })
    }
    child.once('close', tell)
    child.once('exit', () => {
      unguard()
      void lastOutput(afterExit).then(() => {
        for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy()
        tell()
      })
    })
  })
  return {
    flushed,
    ended,
    stop() {
      if (ending !== undefined || child.exitCode !== null || child.signalCode !== null) return
      signalGroup(child, 'SIGTERM')
      ending = setTimeout(() => signalGroup(child, 'SIGKILL'), grace)
    },
  }
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch {
    // It ended on its own.
  }
}

function keepFirst() {
  const chunks: Buffer[] = []
  let length = 0
  let cut = 0
  return {
    add(chunk: Buffer) {
      const room = Math.max(0, mostKept - length)
      if (room > 0) chunks.push(chunk.subarray(0, room))
      length += Math.min(room, chunk.length)
      cut += Math.max(0, chunk.length - room)
    },
    kept: () => ({ out: Buffer.concat(chunks).toString(), cut }),
  }
}

function keepLast() {
  let kept = Buffer.alloc(0)
  return {
    add(chunk: Buffer) {
      kept = Buffer.concat([kept, chunk.subarray(-tailKept)]).subarray(-tailKept)
    },
    text: () => kept.toString(),
  }
}
