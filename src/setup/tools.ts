import { MailError } from '../domain/errors.ts'
import type { Tool } from '../domain/setup-tools.ts'
import { callOf, quoted } from './commands.ts'
import type { FileChange, Surroundings } from './file-change.ts'
import { guardFile } from './guard.ts'
import { withBlock } from './marked-block.ts'
import { programs } from './programs.ts'

/** The changes to a tool's settings; with `remove`, those that undo the setup. */
export function changesFor(tool: Tool, around: Surroundings, remove: boolean): readonly FileChange[] {
  if (tool === 'tmux') return [tmuxFile(around, remove)]
  if (tool === 'git') return [gitHook(around, remove)]
  const { files, isHooked } = programs[tool]
  return [...files(around, remove), ...(isHooked ? [guardFile(around, tool, remove)] : [])]
}

/** A number that is there at once, and the inbox over everything else. Reading the file again adds nothing twice. */
function tmuxLines(surroundings: Surroundings): string {
  // A server of tmux runs in no project's folder.
  const around = { ...surroundings, store: surroundings.location }
  const line = callOf(around, `status-line${around.agent === null ? '' : ` ${quoted(around.agent)}`}`)
  const inTmux = (text: string) => text.replace(/[\\"$]/gu, '\\$&')
  return [
    `if-shell -F "#{m:*watchpost*status-line*,#{status-right}}" "" "set-option -ag status-right \\" #(${inTmux(inTmux(line))})\\""`,
    `bind-key W display-popup -E -w 90% -h 90% "${inTmux(callOf(around, '').trim())}"`,
  ].join('\n')
}

function gitHook(around: Surroundings, remove: boolean): FileChange {
  const { gitHooks, signal, link } = around
  if (gitHooks === null)
    throw new MailError(
      'not-found',
      'There is no git repository here.',
      'Run the command inside a repository.',
    )
  const path = `${gitHooks}/post-commit`
  const asked = signal === null || link !== null ? '' : `[ ! -s ${quoted(signal)} ] || `
  const as = around.agent === null ? '' : `WATCHPOST_AGENT=${quoted(around.agent)} `
  const body = `# After a commit, show the committer waiting mail.\n${asked}${as}${callOf(around, 'inbox --unread --limit 5')} >&2 || :`
  const change = (text: string) => {
    if (text !== '' && !/^#!.*\b(?:ba|da|z|k)?sh\b/u.test(text))
      throw new MailError(
        'conflict',
        `${path} is not a shell script.`,
        `Add a call of \`${callOf(around, 'inbox --unread')}\` to it by hand.`,
      )
    const edited = withBlock(
      text === '' && !remove ? '#!/bin/sh\n' : text,
      'hash',
      remove ? null : body,
      path,
    )
    return remove && edited.trim() === '#!/bin/sh' ? '' : edited
  }
  return { path, within: gitHooks, change, holds: 'unread mail after a commit', executable: true }
}

function tmuxFile(around: Surroundings, remove: boolean): FileChange {
  const { tmuxFile: path } = around
  const change = (text: string) => withBlock(text, 'hash', remove ? null : tmuxLines(around), path)
  return { path, within: folderOf(path), change, holds: 'status line, key W', isPersonal: true }
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}
