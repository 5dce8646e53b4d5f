import { keymap } from '../../src/faces/tui/commands/index.ts'
import { bytesOfKey } from './pty-keys.ts'

/** The shell is not the monkey's to run lines in, nor may it stop the program. */
const forbidden = ['|', 'C-z']
/** These leave the program, where nothing is left to go back to. */
const leaving = ['q', 'C-c']

const keys = [...new Set(keymap.flatMap(({ keys }) => keys.flatMap((key) => key.split(' '))))].filter(
  (key) => !forbidden.includes(key) && !leaving.includes(key),
)
const answers = ['Enter', 'Esc', 'Tab', 'C-s', 'y', 'n', 'Backspace', 'Down', 'C-w', 'C-u', 'Alt-Enter']
const words = [
  'coo',
  'swarm_dev/critic',
  'queue:work',
  'nobody',
  'is:unread ',
  'from:coo ',
  '"',
  '2h',
  'archive ',
  'send ',
  'x',
  '日本',
  '👩\u200d🚀',
  'e\u0301',
  '\x1b[200~two\rlines\x1b[201~',
  '\x1b[<0;40;9M\x1b[<0;40;9m',
  '\x1b[<65;40;9M',
  '\x1b[O',
  '\x1b[I',
  '\x1b[99;99~',
]

/** The bytes of what somebody presses who knows nothing, but has the keyboard of somebody who does. */
export function anyKey(random: () => number, leaves: 'leaves' | 'stays' = 'leaves'): string {
  const pick = (all: readonly string[]): string => all[Math.floor(random() * all.length)] ?? ''
  const kind = random()
  if (kind < 0.004 && leaves === 'leaves') return bytesOfKey(pick(leaving))
  if (kind < 0.6) return bytesOfKey(pick(keys))
  if (kind < 0.85) return bytesOfKey(pick(answers))
  return pick(words)
}
