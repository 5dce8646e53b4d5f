import type { Candidate, PaletteState } from '../../model/palette.ts'
import { messageHere } from '../../panes/thread/here.ts'
import type { HasOverlay, HasPanes } from '../../state.ts'
import type { Step } from '../../step.ts'
import { quoted } from './command-line.ts'

/** The key that copies the next command instead of running it: in an empty line, where no command begins with it. */
export const copyKey = 'Y'

/** Copies the line for a shell: as it was typed, else the offered command with the message that it would be about. */
export function copied<S extends HasPanes & HasOverlay>(
  state: S,
  palette: PaletteState,
  line: string | null,
  chosen?: Candidate,
): Step<S> {
  const text = line ?? (chosen?.goal.type === 'command' ? commandLine(state, chosen.goal) : null)
  if (text === null) return [{ ...state, overlay: { ...palette, problem: 'Only commands can be copied.' } }]
  return [
    { ...state, overlay: { type: 'none' } },
    { type: 'copy', text: `watchpost ${text}`, what: 'the command' },
  ]
}

function commandLine(
  state: HasPanes,
  { command, key }: Extract<Candidate['goal'], { type: 'command' }>,
): string {
  const id = messageHere(state)?.id
  const isAboutMail = 'message' in command.fields || 'messages' in command.fields
  return key === null || id === undefined || !isAboutMail
    ? command.command
    : `${command.command} ${quoted(id)}`
}
