import type { Inbox } from '../../config.ts'
import type { BellTarget } from '../../services/bell-driver.ts'
import { ringClaudeCode } from './claude-code.ts'
import { ringCodex } from './codex.ts'
import { ringPane } from './pane.ts'
import { ringQwenCode } from './qwen-code.ts'

class NothingToTell extends Error {}

/** Hands the line over by one way. `rung`, `silent`, or why nobody heard it. */
export async function ringBy(
  inbox: Inbox | null,
  { way, session, pane }: BellTarget,
  ask: () => Promise<string | null>,
): Promise<string> {
  const line = async () => {
    const text = await ask()
    if (text === null) throw new NothingToTell()
    return text
  }
  try {
    if (way === 'pane') return pane === null ? 'Its pane is not known.' : await ringPane(pane, line)
    if (way === 'codex')
      return session === null ? 'Its thread is not known.' : await ringCodex(session, await line())
    if (inbox?.way !== way) return 'Its inbox is not known here.'
    return way === 'claude-code'
      ? await ringClaudeCode(inbox, await line())
      : await ringQwenCode(inbox, await line())
  } catch (error) {
    if (error instanceof NothingToTell) return 'silent'
    return error instanceof Error ? error.message : String(error)
  }
}
