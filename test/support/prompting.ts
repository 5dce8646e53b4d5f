import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * How a stand-in of a coding agent behaves. `prompt`: it waits at its prompt. `dialog`: it asks for a permission. `asks-then`:
 * it asks as soon as something was typed. `leaves`: it ends then, and a shell is in front. `deaf`: it draws a part of what is
 * typed. `interrupted`: a person types on.
 */
export type Behaviour = 'prompt' | 'dialog' | 'asks-then' | 'leaves' | 'deaf' | 'interrupted'

const program = `
const { appendFileSync } = require('node:fs')
const [out, behaviour] = process.argv.slice(2)
const rule = '─'.repeat(40)
let typed = ''
let asks = behaviour === 'dialog'
function draw() {
  const prompt = rule + '\\n❯ ' + typed + '\\x1b[7m \\x1b[27m\\n' + rule + '\\n  ? for shortcuts\\n'
  const dialog = ' Do you want to proceed?\\n ❯ 1. Yes\\n   2. No\\n'
  process.stdout.write('\\x1b[2J\\x1b[H' + (asks ? dialog : prompt))
}
function press(key) {
  if (asks && (key === '\\r' || key === '1')) appendFileSync(out, 'APPROVED\\n')
  if (asks) return
  if (key === '\\r') appendFileSync(out, typed + '\\n')
  typed = key === '\\r' || key === '\\x15' ? '' : typed + key
}
process.stdin.setRawMode(true).setEncoding('utf8').on('data', (chunk) => {
  const before = typed
  for (const key of chunk) press(key)
  if (typed.length > before.length) {
    if (behaviour === 'asks-then') asks = true
    if (behaviour === 'leaves') process.exit()
    if (behaviour === 'deaf') typed = typed.slice(0, 12)
    if (behaviour === 'interrupted') typed += ' wait'
  }
  draw()
})
draw()
`

/** A program that is known as Claude Code by its name: it draws a prompt and keeps each line that is entered. */
export function prompting(folder: string) {
  const script = join(folder, 'claude')
  const kept = join(folder, 'typed')
  writeFileSync(script, program)
  chmodSync(script, 0o755)
  return {
    /** What a shell of a pane runs. */
    command: (behaviour: Behaviour = 'prompt') => `${process.execPath} ${script} ${kept} ${behaviour}`,
    entered: () => (existsSync(kept) ? readFileSync(kept, 'utf8') : ''),
    forget: () => rmSync(kept, { force: true }),
    /** Once its screen shows one of these, it is ready for keys. */
    isReady: (screen: string) => /\? for shortcuts|Do you want/u.test(screen),
  }
}
