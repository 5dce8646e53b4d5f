import { spawn } from 'node:child_process'
import { after, type Timer } from '../../../after.ts'
import { sanitizeLine } from '../../../domain/sanitize.ts'
import { lastOutput } from '../../../services/last-output.ts'
import type { Effect } from '../effect.ts'
import type { Event } from '../event.ts'

type OwnEffect = Extract<Effect, { type: 'run-own' }>

const mostOutput = 1_000_000
/** Between asking a program to end and ending it, ms. */
const grace = 2_000

type Ended = {
  readonly code: number | null
  readonly signal: string | null
  readonly output: string
  /** The time limit was over. */
  readonly late: boolean
  readonly why: string | null
}

/** Runs a person's own command by its arguments, without a shell between; what it says is shown, cleaned. */
export async function runOwn(
  effect: OwnEffect,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<Event | null> {
  const ended = await run(effect, variables)
  const problem = problemOf(effect, ended)
  const { name, output } = effect
  if (output === 'page' && ended.output.trim() !== '') {
    const title = problem ?? name
    return { type: 'command-ran', outcome: { type: 'value', title, value: ended.output } }
  }
  if (problem !== null) return { type: 'failed', text: problem }
  if (output === 'none') return null
  const said = lastLine(ended.output)
  return { type: 'done', text: said === '' ? `${name} is done.` : `${name}: ${said}`, undoable: false }
}

function problemOf({ name, words, timeLimit }: OwnEffect, ended: Ended): string | null {
  if (ended.why !== null) return `${name}: ${words[0]} cannot be started: ${ended.why}.`
  if (ended.late) return `${name} took longer than ${timeLimit / 1000} s and was ended.`
  if (ended.code === 0) return null
  const said = lastLine(ended.output)
  const how = ended.signal === null ? `exited with ${ended.code}` : `was ended by ${ended.signal}`
  return said === '' ? `${name} ${how}.` : `${name} ${how}: ${said}`
}

function lastLine(output: string): string {
  const lines = output.split('\n').map((line) => sanitizeLine(line).trim())
  return lines.findLast((line) => line !== '')?.slice(0, 300) ?? ''
}

function run(
  { words: [program = '', ...words], variables, input, timeLimit }: OwnEffect,
  inherited: Readonly<Record<string, string | undefined>>,
): Promise<Ended> {
  return new Promise((settle) => {
    const env = { ...inherited, ...variables }
    // A group of its own: what it starts ends with it, and keys of our terminal do not reach it.
    const child = spawn(program, words, { env, stdio: ['pipe', 'pipe', 'pipe'], detached: true })
    let output = ''
    let late = false
    const take = (chunk: Buffer): void => {
      if (output.length < mostOutput) output += chunk.toString('utf8')
    }
    const end = (signal: NodeJS.Signals): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, signal)
      } catch {
        // It has already ended.
      }
    }
    const patience = after(timeLimit, () => {
      late = true
      end('SIGTERM')
      killing = after(grace, () => end('SIGKILL'))
    })
    let killing: Timer | undefined
    const told = (ended: Omit<Ended, 'output' | 'late'>): void => {
      patience.stop()
      settle({ ...ended, output, late })
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    // It may well end without reading everything.
    child.stdin.on('error', () => undefined)
    child.on('error', (error: NodeJS.ErrnoException) =>
      told({
        code: null,
        signal: null,
        why: error.code === 'ENOENT' ? 'no such program' : error.message,
      }),
    )
    child.on('exit', (code, signal) => {
      void lastOutput(100).then(() => {
        killing?.stop()
        if (late) end('SIGKILL')
        told({ code, signal, why: null })
      })
    })
    child.stdin.end(input)
  })
}
