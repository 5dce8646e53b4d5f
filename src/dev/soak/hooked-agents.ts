import { type ChildProcess, spawn } from 'node:child_process'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { contextIn, leftIn, mailIn } from '../../../test/support/shown-mail.ts'
import { type Way, words } from './agents.ts'
import { openCrashes } from './lives.ts'
import { type Ended, type Stage, strike } from './stage.ts'

const role = 'hook'
const lookEvery = 700

/** Runs commands as its children, as a coding agent does, and says how they ended. */
const script = `const { spawn } = require('node:child_process')
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { number, args, input } = JSON.parse(line)
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (err += text))
  child.stdin.on('error', () => {}).end(input)
  child.on('close', (code) => process.stdout.write(JSON.stringify({ number, code, out, err }) + '\\n'))
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
  readonly out: string
  readonly err: string
}

/** One life of a coding agent. It dies with all that it started. */
function openSession(stage: Stage, name: string, number: number): Session {
  const file = join(stage.folder, 'claude.cjs')
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
  })
  let count = 0
  return {
    isGone: () => isGone,
    run(args, input) {
      count += 1
      const [since, own] = [Date.now(), count]
      return new Promise((resolve) => {
        const end = (answer: Answer | null) =>
          resolve({
            ...{ code: answer?.code ?? null, out: answer?.out ?? '', err: answer?.err ?? '', since },
            undisturbed: answer !== null && answer.code !== null && stage.hadRoom(since),
          })
        if (isGone) return end(null)
        waiting.set(own, end)
        child.stdin?.write(`${JSON.stringify({ number: own, args: [stage.program, ...args], input })}\n`)
      })
    },
  }
}
