import { afterEach, describe, expect, test } from 'vitest'
import { noticeSequence, titleSequence } from '../../../../src/faces/tui/terminal/sequences.ts'
import { bundled } from '../../../support/bundled.ts'
import { openProgram, type Program } from '../../../support/terminal.ts'
import { controlBytesOnTheWire } from '../../../support/terminal-wire.ts'

const demo = [process.execPath, await bundled('pty-demo.tsx')]
const env = { NODE_ENV: 'production' }
const restored = '\x1b[?1004l\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[23;2t\x1b[?1049l'

let program: Program

afterEach(() => program?.kill())

async function startDemo(more: Readonly<Record<string, string>> = {}): Promise<Program> {
  program = openProgram(demo, { columns: 80, rows: 12, env: { ...env, ...more } })
  await program.sees('last none')
  return program
}

function written(): string {
  return program.bytes().toString()
}

test('a session: keys, paste, resize, redraw, another program, suspend, and the screen given back', async () => {
  await startDemo()
  expect(program.isAlternate()).toBe(true)
  await program.press('j', 'j')
  await program.sees('selected 2 last j')
  await program.press('Esc', 'Alt-Enter')
  await program.sees('last Alt-Enter')
  await program.paste('two\nlines')
  await program.sees('"text":"two\\nlines"')

  program.resize(60, 8)
  await program.sees('size 60x8')
  program.resize(100, 20)
  await program.sees('size 100x20')

  await program.press('C-l')
  await program.sees('last C-l')
  const before = program.screen()
  await program.press('C-l')
  await program.until('the same screen', (lines) => lines.join() === before.join())

  await program.press('e')
  await program.sees('outside>')
  expect(program.isAlternate()).toBe(false)
  await program.press('y', 'Enter')
  await program.sees('outside ended with 0')
  expect(program.isAlternate()).toBe(true)

  await program.press('q')
  expect(await program.exited()).toEqual({ code: 0, signal: undefined })
  await program.sees('bye after')
  expect(program.isAlternate()).toBe(false)
  const screenBytes = written().replace(/outside> .*\r\n|bye after.*\r\n/gu, '')
  expect(controlBytesOnTheWire(Buffer.from(screenBytes))).toEqual([])
})

test('what was stopped by somebody else draws itself anew when it goes on', async () => {
  await startDemo()
  await program.press('j')
  await program.sees('selected 1')
  const before = program.screen()
  const clears = (): number => written().split('\x1b[2J').length
  const known = clears()
  program.signal('SIGSTOP')
  program.signal('SIGCONT')
  await program.until('a repaint', () => clears() > known)
  await program.quiet()
  expect(program.isAlternate()).toBe(true)
  expect(program.screen()).toEqual(before)
  await program.press('q')
  expect((await program.exited()).code).toBe(0)
})

test('C-z gives the terminal to the shell, fg takes it back', async () => {
  program = openProgram(['bash', '--norc', '-i'], { columns: 80, rows: 12, env: { ...env, PS1: 'shell> ' } })
  await program.sees('shell>')
  await program.type(`${demo.join(' ')}\r`)
  await program.sees('last none')
  await program.press('j', 'C-z')
  await program.sees('Stopped')
  expect(program.isAlternate()).toBe(false)
  await program.type('echo alive$((1+1))\r')
  await program.sees('alive2')
  await program.type('fg\r')
  await program.sees('selected 1 last C-z')
  expect(program.isAlternate()).toBe(true)
  await program.press('j')
  await program.sees('selected 2')
})

test('C-z without a shell to go to comes back by itself', async () => {
  await startDemo()
  await program.press('C-z')
  await program.sees('last C-z')
  await program.press('j')
  await program.sees('selected 1')
})

describe('however it ends, the terminal is restored', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s', async (signal, code) => {
    await startDemo()
    program.signal(signal)
    expect((await program.exited()).code).toBe(code)
    expect(written()).toContain(restored)
  })

  test.each([
    ['X', 'demo crash'],
    ['R', 'demo rejection'],
    ['B', 'demo component'],
  ])('an error nobody caught (%s) goes to stderr afterwards, with code 70', async (key, message) => {
    await startDemo()
    await program.press(key)
    expect((await program.exited()).code).toBe(70)
    expect(written().split(restored)[1]).toContain(`Error: ${message}`)
  })
})

test('it draws the same with CI set', async () => {
  await startDemo({ CI: '1' })
  await program.press('j')
  await program.sees('selected 1')
  program.resize(60, 8)
  await program.sees('size 60x8')
})

test('titles and notices carry no sequences of their own', () => {
  expect(titleSequence('a\x07b\x1b]52;c;x\x07\u202e')).toBe('\x1b]2;a␇b⟨U+202E⟩\x07')
  expect(noticeSequence('osc777', 'a;b', 'c\nd\x9c', false)).toBe('\x1b]777;notify;a,b;c d⟨9C⟩\x07')
  expect(noticeSequence('osc9', '4', '1;2', true)).toBe('\x1bPtmux;\x1b\x1b]9; 4:  1,2\x07\x1b\\')
  expect(noticeSequence('bell', 'x', 'y', true)).toBe('\x07')
})
