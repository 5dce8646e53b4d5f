import { spawn } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { LinkTarget } from '../../../domain/link.ts'
import { sanitize } from '../../../domain/sanitize.ts'
import type { Event } from '../event.ts'
import type { Terminal } from '../terminal/lifecycle.ts'
import { inFile } from './outside.ts'

/** The most that terminals take at once. */
const mostCopied = 74_994
const mostOutput = 1_000_000
const patience = 60_000

export type Outside = {
  readonly terminal: Pick<Terminal, 'write' | 'runOutside'>
  readonly inTmux: boolean
  readonly pager: readonly string[]
  readonly editor: readonly string[] | null
  readonly opener: readonly string[]
}

const done = (text: string): Event => ({ type: 'done', text, undoable: false })
const failed = (text: string): Event => ({ type: 'failed', text })

/** To the clipboard: by tmux where it stands between, else by OSC 52, which the terminal may refuse in silence. */
export async function copyOut({ terminal, inTmux }: Outside, raw: string, what: string): Promise<Event> {
  const text = sanitize(raw)
  if (inTmux) {
    const { code } = await runWith('tmux', ['load-buffer', '-w', '-'], text)
    return code === 0 ? done(`copied ${what}`) : failed('tmux did not accept the copy.')
  }
  const encoded = Buffer.from(text).toString('base64')
  if (encoded.length > mostCopied)
    return failed('The text is too long to copy through the terminal: pipe it with |.')
  terminal.write(`\x1b]52;c;${encoded}\x07`)
  return done(`copied ${what}`)
}

/** A file in the person's pager or editor. Only files that are there are named to it, and by their whole path. */
export async function openFile(
  outside: Outside,
  path: string,
  way: 'pager' | 'editor',
): Promise<Event | null> {
  const command = outside[way]
  if (command === null) return failed('No editor: set $EDITOR.')
  const whole = resolve(path)
  const found = await stat(whole).catch(() => null)
  if (found === null || !found.isFile()) return failed(`There is no file ${path} here.`)
  const code = await outside.terminal.runOutside([...command, whole])
  return code === 127 ? failed(`${command[0]} cannot be run: set $${way.toUpperCase()}.`) : null
}

/** A copy of a text in the person's editor, else in their pager, which may hand on every byte it is given. */
export async function openText(
  { terminal, editor, pager }: Pick<Outside, 'terminal' | 'editor' | 'pager'>,
  text: string,
): Promise<Event | null> {
  const command = editor ?? pager
  const code = await inFile(sanitize(text), (file) => terminal.runOutside([...command, file])).catch(
    () => null,
  )
  if (code === null) return failed('The text could not be passed on: there is no room for a temporary file.')
  return code === 127 ? failed(`${command[0]} cannot be run: set $EDITOR or $PAGER.`) : null
}

/** As long as this is waited for an opener to say that it failed; one that is still there has opened the link. */
const openerPatience = 3_000

/** A link in the person's own browser, or whatever their opener makes of it. It gets nothing of the terminal. */
export function openLink({ opener }: Pick<Outside, 'opener'>, target: LinkTarget): Promise<Event> {
  const [program = '', ...rest] = opener
  return new Promise((settle) => {
    const child = spawn(program, [...rest, target], { stdio: 'ignore', detached: true })
    const opened = (): void => settle(done(`${program} opens ${target}`))
    const timer = setTimeout(opened, openerPatience)
    const failure = (why: string): void =>
      settle(
        failed(`${program} ${why}. Copy the link with y, or set another \`opener\` in your config.yaml.`),
      )
    child.on('error', () => failure('cannot be run'))
    child.on('exit', (code) => (code === 0 ? opened() : failure(`exited with ${code ?? 'a signal'}`)))
    child.on('close', () => clearTimeout(timer))
    child.unref()
  })
}

/** Runs a person's command line on a text; what it says is shown, cleaned. */
export async function pipeOut(command: string, text: string): Promise<Event> {
  const { code, output } = await runWith('/bin/sh', ['-c', command], text)
  const title = code === 0 ? command : `${command} exited with ${code}`
  const value = output.trim() === '' ? '(no output)' : output
  return { type: 'command-ran', outcome: { type: 'value', title, value } }
}

function runWith(
  program: string,
  words: readonly string[],
  input: string,
): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((settle) => {
    const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'pipe'], timeout: patience })
    let output = ''
    const take = (chunk: Buffer): void => {
      if (output.length < mostOutput) output += chunk.toString('utf8')
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    // It may well end without reading everything.
    child.stdin.on('error', () => undefined)
    child.on('error', () => settle({ code: 127, output }))
    child.on('close', (code) => settle({ code: code ?? 128, output }))
    child.stdin.end(input)
  })
}
