import { markerVariables } from '../../src/domain/harness-markers.ts'

// Tests may be run by a coding agent or by a person in tmux; the programs that they start are in nobody's session.
const own = ['WATCHPOST_AGENT', 'WATCHPOST_SESSION', 'WATCHPOST_STORE', 'TMUX', 'TMUX_PANE']
for (const name of [...markerVariables(), ...own]) delete process.env[name]
