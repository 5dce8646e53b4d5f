import { pause } from '../after.ts'
import { MailError } from '../domain/errors.ts'
import type { Harness } from '../domain/harness.ts'
import { isShell } from '../domain/nudge.ts'
import { asksOn, type ScreenState, standing, stateOf } from '../domain/prompt-line.ts'
import type { Pane } from '../services/pane-driver.ts'
import { lockPane } from './pane-lock.ts'
import { harnessIn, type Looked, lookAt } from './pane-look.ts'
import { type Tmux, tmuxOf } from './tmux.ts'

/** Most prompts treat fast input as a paste, and an Enter within a paste sends nothing. */
const beforeEnter = 300
/** Until a prompt has taken the Enter; the next text would otherwise come in one read with it. */
const afterEnter = 300
/** As long as a program may take to show what was typed, ms. */
const longestDraw = 4_000
const betweenLooks = 100

export type Typing = {
  /** The text, asked for when nobody else types there. It throws to type nothing. */
  readonly ask: () => Promise<string>
  readonly hint: string
  /** For a person who insists: any program and any prompt will do. A dialog is left alone all the same. */
  readonly force: boolean
  /** Whether the pane is taken out of copy mode; else somebody reads there, and nothing is typed. */
  readonly leavesCopyMode: boolean
}

/**
 * Types a line and Enter where a known coding agent waits at an empty prompt. Everything that types into a pane comes through
 * here. The screen is looked at before the text is asked for, before it is typed and before Enter: a dialog would take the
 * text, or Enter, for its answer.
 * @throws MailError `not-found` · `conflict`: its screen asks something, it has a draft, it shows another program
 */
export async function typeAtPrompt(pane: Pane, typing: Typing): Promise<void> {
  const server = await tmuxOf(pane, typing.hint)
  const { id } = await lookAt(server, pane, typing.hint)
  const site: Site = { ...typing, pane: { ...pane, id }, server }
  const unlock = await lockPane((await server('display-message', '-p', '#{socket_path}')).trimEnd(), id)
  try {
    requirePrompt(site, await see(site))
    const text = await typing.ask()
    if (asksOn({ content: text, cursorLine: 0 }))
      throw refusal(site, 'the text reads like a dialog', untouched)
    const seen = await see(site)
    requirePrompt(site, seen)
    // A semicolon at the end would part two commands of tmux.
    await press(site, seen, '-l', '--', text.replace(/;$/u, '\\;'))
    await press(site, await whenTyped(site, seen, text), 'Enter')
    await pause(afterEnter)
  } finally {
    unlock()
  }
}

type Site = Typing & { readonly pane: Pane; readonly server: Tmux }
/** The screen is the newer: its program is found out before. */
type Seen = { readonly looked: Looked; readonly harness: Harness | null }

async function see({ server, pane, hint }: Site): Promise<Seen> {
  const before = await lookAt(server, pane, hint)
  const harness = await harnessIn(before)
  const looked = await lookAt(server, pane, hint)
  return { looked, harness: looked.command === before.command ? harness : null }
}

function requirePrompt(site: Site, { looked, harness }: Seen): void {
  requireOpen(site, looked, untouched)
  if (site.force) return
  if (harness === null) throw refusal(site, programSentence(looked.command), untouched)
  const state = stateOf(looked.screen, harness.prompt)
  if (state !== 'empty') throw refusal(site, problems[state], untouched)
}

const problems: Readonly<Record<Exclude<ScreenState, 'empty'>, string>> = {
  asks: 'its screen asks something',
  draft: 'its prompt is not empty',
  'no-prompt': 'its screen shows no prompt',
}
const untouched = 'nothing was typed'
const left = 'the text was typed, and Enter was not pressed'

function programSentence(command: string): string {
  return isShell(command)
    ? `it shows ${command}, which would run the text`
    : `it shows ${command}, which is not a known coding agent`
}

/** What holds for a person who insists, too. @throws MailError `conflict` */
function requireOpen(site: Site, looked: Looked, outcome: string): void {
  if (looked.isDead) throw refusal(site, 'its program has ended', outcome)
  if (looked.isSynchronized)
    throw refusal(site, 'its keys go to other panes, too (synchronize-panes)', outcome)
  if (looked.inMode && !site.leavesCopyMode) throw refusal(site, 'somebody reads there', outcome)
  if (asksOn(looked.screen)) throw refusal(site, problems.asks, outcome)
}

/** Waits until the text is at the prompt, and nothing else. @throws MailError `conflict` */
async function whenTyped(site: Site, first: Seen, text: string): Promise<Seen> {
  await pause(beforeEnter)
  for (const deadline = performance.now() + longestDraw; ; await pause(betweenLooks)) {
    const seen = await see(site)
    requireOpen(site, seen.looked, left)
    if (seen.looked.command !== first.looked.command || seen.harness !== first.harness)
      throw refusal(site, 'its program has changed', left)
    // A person who insists types into programs of which no prompt is known.
    if (site.force) return seen
    const found = standing(seen.looked.screen, promptOf(seen), text)
    if (found === 'whole') return seen
    if (performance.now() < deadline) continue
    const outcome = found === 'part' && (await takeOut(site, seen)) ? 'it was taken out again' : left
    throw refusal(site, 'its prompt does not show the text alone', outcome)
  }
}

/** Only where nothing but a part of our text is at the prompt. Whether it is empty again. */
async function takeOut(site: Site, seen: Seen): Promise<boolean> {
  await press(site, seen, 'C-u')
  await pause(beforeEnter)
  return stateOf((await see(site)).looked.screen, promptOf(seen)) === 'empty'
}

function promptOf({ harness }: Seen): Harness['prompt'] {
  return harness?.prompt ?? null
}

function refusal({ pane, hint }: Site, problem: string, outcome: string): MailError {
  return new MailError('conflict', `Pane ${pane.id} cannot be typed into: ${problem}; ${outcome}.`, hint)
}

/** Copy mode would take keys for its own commands. */
async function press({ server, pane: { id } }: Site, { looked }: Seen, ...keys: readonly string[]) {
  if (looked.inMode)
    await server('copy-mode', '-q', '-t', id).catch(() => server('send-keys', '-t', id, '-X', 'cancel'))
  await server('send-keys', '-t', id, ...keys)
}
