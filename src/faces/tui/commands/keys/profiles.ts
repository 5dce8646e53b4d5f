import type { Scope } from '../../keymap.ts'

/** Ready-made sets of keys: what differs from the table, by scope and action. */
export const profileNames = ['default', 'vim', 'emacs'] as const
export type ProfileName = (typeof profileNames)[number]

type Profile = { readonly [S in Scope]?: Readonly<Record<string, readonly string[]>> }

/** In what lies over the panes. */
const emacsMoves = {
  down: ['C-n', 'j', 'Down'],
  up: ['C-p', 'k', 'Up'],
  'page-down': ['C-v', 'PageDown'],
  'page-up': ['Alt-v', 'PageUp'],
  top: ['Alt-<', 'Home'],
  end: ['Alt->', 'End'],
} as const

export const profiles: Readonly<Record<ProfileName, Profile>> = {
  default: {},
  vim: {
    mail: { archive: ['d d', 'e'], again: ['g r'], 'copy-id': ['y i'], 'copy-body': ['y y', 'Y'] },
    thread: { fold: ['z a', 'z o', 'z c', 'Space'], colours: ['z s'] },
    everywhere: {
      'pane-next': ['C-w w', 'C-w l', 'Tab'],
      'pane-previous': ['C-w p', 'C-w h', 'S-Tab'],
      leave: ['q', 'Z Q', 'Z Z'],
      zoom: ['C-w o'],
    },
    list: { zoom: ['z'] },
  },
  emacs: {
    everywhere: {
      down: ['C-n', 'Down', 'j'],
      up: ['C-p', 'Up', 'k'],
      'page-down': ['C-v', 'PageDown'],
      'page-up': ['Alt-v', 'PageUp'],
      top: ['Alt-<', 'Home'],
      end: ['Alt->', 'End'],
      open: ['Enter', 'C-f', 'Right'],
      back: ['C-g', 'Esc', 'C-b', 'Left'],
      search: ['C-s', '/'],
      palette: ['Alt-x', ':'],
      'pane-next': ['C-x o', 'Tab'],
      undo: ['C-_', 'u'],
      leave: ['C-x k', 'q'],
      quit: ['C-x C-c', 'C-c'],
    },
    mail: { archive: ['C-k', 'e'], 'copy-body': ['Alt-w', 'Y'], 'open-text': ['C-x C-f'] },
    inbox: { range: ['C-Space', 'V'] },
    help: { back: ['C-g', 'Esc', 'q', '?', 'Enter'], ...emacsMoves },
    sheet: { back: ['C-g', 'Esc', 'q'], ...emacsMoves },
    choice: { back: ['C-g', 'Esc', 'q'], 'edit-chosen': ['C-x C-f'], ...emacsMoves },
  },
}
