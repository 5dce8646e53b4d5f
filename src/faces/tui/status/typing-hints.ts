import type { Overlay } from '../model/overlay.ts'

/** Keys of the lines that are typed into: these edit themselves, and the footer shows how to leave them. */
const typingHints = {
  search: [
    ['Enter', 'keep the results'],
    ['Esc', 'back'],
  ],
  filter: [
    ['Enter', 'keep the filter'],
    ['Esc', 'show all'],
  ],
  help: [
    ['Enter', 'keep the words'],
    ['Esc', 'show all'],
  ],
  palette: [
    ['Enter', 'run, go'],
    ['Tab', 'complete'],
    ['C-n C-p', 'choose'],
    ['Y', 'copy the next command'],
    ['Esc', 'close'],
  ],
  post: [
    ['Enter', 'send'],
    ['Alt-Enter', 'all fields'],
    ['C-g', '$EDITOR'],
    ['Esc', 'close'],
  ],
  reply: [
    ['Enter', 'send'],
    ['Alt-Enter', 'all fields'],
    ['Alt-q', 'quote'],
    ['Alt-r', 'canned reply'],
    ['C-g', '$EDITOR'],
    ['Esc', 'close'],
  ],
  form: [],
} as const

/** The keys of the line that is typed into; `null` where none is. */
export function hintsOfTyping(overlay: Overlay): readonly (readonly [string, string])[] | null {
  if (overlay.type === 'help' && !overlay.typing) return null
  return overlay.type in typingHints ? typingHints[overlay.type as keyof typeof typingHints] : null
}
