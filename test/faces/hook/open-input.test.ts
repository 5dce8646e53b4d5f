import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { programFile, quietEnvironment } from '../../support/batch.ts'
import { type Desk, openDesk } from '../../support/cli.ts'

let desk: Desk
beforeEach(() => {
  desk = openDesk(['ana', 'bob'])
})
afterEach(() => desk.close())

const event = '{"hook_event_name":"UserPromptSubmit","session_id":"s1","prompt":"{}"}'

/** What a hook answers to these pieces of input, while the writer leaves the pipe open. */
async function answerTo(pieces: readonly string[], end: unknown = 0): Promise<string> {
  expect(desk.run(['send', 'bob', '-s', 'hi', '-b', 'needle', '--as', 'ana']).code).toBe(0)
  const child = spawn(process.execPath, [programFile, 'hook'], {
    cwd: desk.folder,
    env: { ...quietEnvironment(), HOME: desk.folder, WATCHPOST_AGENT: 'bob', CLAUDECODE: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (out += text))
  const ended = once(child, 'close')
  for (const piece of pieces) {
    child.stdin.write(piece)
    await pause(20)
  }
  const [code, signal] = await ended
  expect(child.stdin.writableEnded).toBe(false)
  expect(code ?? signal).toBe(end)
  return out
}

test.each<[string, readonly string[]]>([
  ['in one piece', [`${event}\n`]],
  ['in pieces that end with a brace', [event.slice(0, -2), event.slice(-2), '\n']],
  ['letter by letter at its end', [event.slice(0, -4), ...event.slice(-4)]],
  ['larger than what is read at once', [event.replace('{}', '{}'.repeat(200_000))]],
])('an event %s is answered before its pipe is closed', async (_, pieces) => {
  expect(await answerTo(pieces)).toContain('needle')
})

test.each<[string, readonly string[], string]>([
  ['nothing', [], '(empty)'],
  ['half an event', [event.slice(0, 30)], 'not JSON'],
])('a pipe with %s ends the hook, too', async (_, pieces, said) => {
  expect(JSON.parse(await answerTo(pieces, 'SIGKILL')).systemMessage).toContain(said)
})
