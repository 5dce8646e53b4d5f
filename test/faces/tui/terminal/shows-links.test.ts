import { expect, test } from 'vitest'
import { showsLinks } from '../../../../src/faces/tui/terminal/shows-links.ts'

test.each([
  [{ TERM: 'xterm-256color' }, false],
  [{ TERM: 'xterm-kitty' }, true],
  [{ TERM: 'alacritty' }, true],
  [{ TERM: 'xterm-kitty', NO_COLOR: '1' }, false],
  [{ TERM: 'dumb', FORCE_HYPERLINK: '1' }, false],
  [{ TERM: 'xterm', FORCE_HYPERLINK: '1' }, true],
  [{ TERM: 'xterm-kitty', FORCE_HYPERLINK: '0' }, false],
  [{ WT_SESSION: 'x' }, true],
  [{ TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.0.15' }, false],
  [{ TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.1.0' }, true],
  [{ TERM_PROGRAM: 'WezTerm', TERM_PROGRAM_VERSION: '20200608-110940' }, false],
  [{ TERM_PROGRAM: 'WezTerm', TERM_PROGRAM_VERSION: '20230712-072601-f4abf8fd' }, true],
  [{ TERM_PROGRAM: 'vscode', TERM_PROGRAM_VERSION: '1.71.2' }, false],
  [{ TERM_PROGRAM: 'vscode', TERM_PROGRAM_VERSION: '1.72.0' }, true],
  [{ TERM_PROGRAM: 'vscode', TERM_PROGRAM_VERSION: '0.44.0', CURSOR_TRACE_ID: 'x' }, true],
  [{ TERM_PROGRAM: 'ghostty' }, true],
  [{ TERM: 'tmux-256color', TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.3a', VTE_VERSION: '7600' }, false],
  [{ TERM: 'tmux-256color', TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.4' }, true],
  [{ TERM: 'tmux-256color', TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: 'next-3.6' }, true],
  [{ TERM_PROGRAM: 'Apple_Terminal', TERM_PROGRAM_VERSION: '450' }, false],
  [{ VTE_VERSION: '4601' }, false],
  [{ VTE_VERSION: '0.50.0' }, false],
  [{ VTE_VERSION: '5000' }, false],
  [{ VTE_VERSION: '5001' }, true],
  [{ VTE_VERSION: '0.60.3' }, true],
])('%j: %s', (variables, shows) => {
  expect(showsLinks(variables)).toBe(shows)
})
