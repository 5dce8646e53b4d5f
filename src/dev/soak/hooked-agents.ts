import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { contextIn, leftIn, mailIn } from '../../../test/support/shown-mail.ts'
import { type Way, words } from './agents.ts'
import { openCrashes } from './lives.ts'
import { type Ended, type Stage, strike } from './stage.ts'

const role = 'hook'
const lookEvery = 700

/**
 * Runs commands as its children, as a coding agent does, and says how they ended. What they print lies in files, so that it is
 * known also of those that were printed to an agent just before it died.
 */
const script = `const { spawn } = require('node:child_process')
const { openSync, closeSync } = require('node:fs')
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { number, args, input, file } = JSON.parse(line)
  const out = openSync(file, 'w')
  const child = spawn(process.execPath, args, { stdio: ['pipe', out, 'pipe'] })
  closeSync(out)
  let err = ''
  child.stderr.setEncoding('utf8').on('data', (text) => (err += text))
  child.stdin.on('error', () => {}).end(input)
  child.on('close', (code) => process.stdout.write(JSON.stringify({ number, code, err }) + '\\n'))
})`

/** A coding agent whose hook runs as soon as its signal file says that there is mail, as the installed guard has it. */
export function hookedAgent(stage: Stage, name: string): Way {
  const lives = openCrashes(stage, role, name)
  let session = openSession(stage, name, 0)
  let [takes, born] = [0, 0]
  const alive = (): Session => {
    if (session.isGone()) {
      born += 1
      session = openSession(stage, name, born)
    }
    return session
  }
  const run = (args: readonly string[]): Promise<Ended> => alive().run(args, '')
  const event = (what: string) =>
    JSON.stringify({ hook_event_name: what, session_id: `${name}-${born}`, prompt: 'x' })
  let greeted = -1
  return {
    role,
    name,
    lives: () => lives.count() + born + (session.isGone() ? 1 : 0),
    async take() {
      const own = alive()
      const life = born
      const isNew = greeted !== life
      if (!isNew && !hasMail(stage, name)) {
        await stage.later(stage.about(lookEvery))
        return null
      }
      takes += 1
      const ended = await own.run(['hook'], event(isNew ? 'SessionStart' : 'UserPromptSubmit'))
      if (ended.code === 0) greeted = life
      const context = contextIn(ended.out)
      const [mail, left] = [mailIn(context), leftIn(context)]
      if (ended.code !== 0) {
        lives.tell('hook', ended)
        await stage.later(500)
      }
      if (mail.length > 0 || left.length > 0)
        return {
          mail,
          left,
          by: `${name}/${takes}`,
          since: ended.since,
          settled: ended.code === 0 && ended.undisturbed,
        }
      await stage.later(stage.about(lookEvery))
      return null
    },
    send: (letter) => run(words.send(letter)),
    reply: (id) => run(words.reply(id)),
    complete: (id) => run(words.complete(id)),
  }
}

function hasMail(stage: Stage, name: string): boolean {
  try {
    return statSync(join(stage.location, 'signals', name)).size > 0
  } catch {
    return false
  }
}

type Session = {
  isGone(): boolean
  run(args: readonly string[], input: string): Promise<Ended>
}
type Answer = {
  readonly number: number
  readonly code: number | null
  readonly err: string
}

/** One life of a coding agent. It dies with all that it started. */
function openSession(stage: Stage, name: string, number: number): Session {
  const file = join(stage.folder, 'claude.cjs')
  // Not on the small disk, which is full now and then.
  const printed = mkdtempSync(join(tmpdir(), 'watchpost-printed-'))
  writeFileSync(file, script)
  const child: ChildProcess = spawn(process.execPath, [file], {
    detached: true,
    env: { ...stage.environment(name), CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: `${name}-${number}` },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let isGone = false
  const waiting = new Map<number, (answer: Answer | null) => void>()
  const kill = () => {
    if (!isGone && child.pid !== undefined) strike(-child.pid)
    isGone = true
  }
  const gone = stage.expose({ role: 'session', name, pid: child.pid, kill })
  child.stdin?.on('error', () => {})
  if (child.stdout !== null)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const answer = JSON.parse(line) as Answer
      waiting.get(answer.number)?.(answer)
      waiting.delete(answer.number)
    })
  child.once('close', () => {
    isGone = true
    gone()
    for (const answer of waiting.values()) answer(null)
    rmSync(printed, { recursive: true, force: true })
  })
  let count = 0
  return {
    isGone: () => isGone,
    run(args, input) {
      count += 1
      const [since, own] = [Date.now(), count]
      const outFile = join(printed, String(own))
      return new Promise((resolve) => {
        const end = (answer: Answer | null) =>
          resolve({
            code: answer?.code ?? null,
            out: textIn(outFile),
            err: answer?.err ?? '',
            since,
            undisturbed: answer !== null && answer.code !== null && stage.hadRoom(since),
          })
        if (isGone) return end(null)
        waiting.set(own, end)
        const asked = { number: own, args: [stage.program, ...args], input, file: outFile }
        child.stdin?.write(`${JSON.stringify(asked)}\n`)
      })
    },
  }
}

/** What a command has printed; nothing where it did not begin. */
function textIn(file: string): string {
  try {
    const text = readFileSync(file, 'utf8')
    rmSync(file)
    return text
  } catch {
    return ''
  }
}
