import { goTo } from '../../../test/support/terminal-roster.ts'
import type { ThemeChoice } from '../../faces/tui/text/theme.ts'
import type { Studio, StudioOptions } from './studio.ts'

export type Scene = {
  readonly name: string
  /** Plays until the screen shows what the picture is to show. */
  readonly play: (desk: Studio) => Promise<void>
  /** The first one is shown. */
  readonly themes?: readonly ThemeChoice[]
} & Omit<StudioOptions, 'size'>

export const usualThemes = ['dark', 'light', 'contrast'] as const
/** Also as a terminal with sixteen colours has it. */
export const everyTheme = [...usualThemes, 'colours'] as const

/** The first screen, its preview included. */
export async function panes(desk: Studio): Promise<void> {
  await desk.sees(/▸!! ● \S+ +\S/u)
  await desk.sees(/1\d unread/u)
  await desk.sees('librarian')
  await desk.sees(/Attention +\d/u)
}

/** To the message with this subject, wherever the list has it. */
export async function select(desk: Studio, subject: string): Promise<void> {
  await panes(desk)
  const here = (): string => desk.screen().find((line) => /▸[ !-]{2} [●○]/u.test(line)) ?? ''
  for (let step = 0; step < 20 && !here().includes(subject); step += 1) await desk.press('j')
  if (!here().includes(subject)) throw new Error(`No row says ${subject}`)
}

export async function open(desk: Studio, subject: string): Promise<void> {
  await select(desk, subject)
  await desk.press('Enter')
  await desk.sees(/lea: .*shown/u)
}

/** In the roster, once it has what this scene is about. */
export async function list(desk: Studio, row: string, shows: string | RegExp): Promise<void> {
  await panes(desk)
  await goTo(desk, row)
  await desk.sees(shows)
}
