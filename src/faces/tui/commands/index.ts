import type { OperationName } from '../../../operations/catalogue.ts'
import { type Binding, overlayScopes, type Scope } from '../keymap.ts'
import { jump } from './agent/jump.ts'
import { nudge } from './agent/nudge.ts'
import { answerInDebate } from './boards/answer.ts'
import { completeWork } from './boards/complete.ts'
import { giveUpItem } from './boards/give-up.ts'
import { onBoards } from './boards/on-boards.ts'
import { openBoards } from './boards/open-boards.ts'
import { requeueItem } from './boards/requeue.ts'
import { ruleDebate } from './boards/rule.ts'
import { stopWork } from './boards/stop.ts'
import type { Command } from './command.ts'
import { deleteView } from './find/delete-view.ts'
import { filter } from './find/filter.ts'
import { palette } from './find/palette.ts'
import { saveView } from './find/save-view.ts'
import { search } from './find/search.ts'
import { ack } from './mail/ack.ts'
import { actAs } from './mail/act-as.ts'
import { again } from './mail/again.ts'
import { archive } from './mail/archive.ts'
import { archiveThread } from './mail/archive-thread.ts'
import { assign } from './mail/assign.ts'
import { complete } from './mail/complete.ts'
import { decide } from './mail/decide.ts'
import { endTask } from './mail/end-task.ts'
import { fail } from './mail/fail.ts'
import { pin } from './mail/pin.ts'
import { process } from './mail/process.ts'
import { redo } from './mail/redo.ts'
import { retract } from './mail/retract.ts'
import { snooze } from './mail/snooze.ts'
import { undo } from './mail/undo.ts'
import { unread } from './mail/unread.ts'
import { matching, moving } from './move.ts'
import { overlayCommands, overlayMoves } from './overlay.ts'
import { ownCommand } from './own/own-command.ts'
import { leaving, paneCommands } from './panes.ts'
import { add } from './places/add.ts'
import { claim } from './places/claim.ts'
import { closeChannel } from './places/close-channel.ts'
import { closeQueue } from './places/close-queue.ts'
import { create } from './places/create.ts'
import { deleteGroup } from './places/delete-group.ts'
import { letGoOn, stopLoop } from './places/loop.ts'
import { pause } from './places/pause.ts'
import { release } from './places/release.ts'
import { remove } from './places/remove.ts'
import { renew } from './places/renew.ts'
import { subscribe } from './places/subscribe.ts'
import { colours } from './read/colours.ts'
import { copyBody } from './read/copy-body.ts'
import { copyId } from './read/copy-id.ts'
import { fold } from './read/fold.ts'
import { foldAll } from './read/fold-all.ts'
import { history } from './read/history.ts'
import { openOutside } from './read/open-outside.ts'
import { openText } from './read/open-text.ts'
import { pipe } from './read/pipe.ts'
import { raw } from './read/raw.ts'
import { unfoldAll } from './read/unfold-all.ts'
import { allowRequest } from './request/allow.ts'
import { denyRequest } from './request/deny.ts'
import { away } from './screen/away.ts'
import { help } from './screen/help.ts'
import { journal } from './screen/journal.ts'
import { quit } from './screen/quit.ts'
import { redraw } from './screen/redraw.ts'
import { stats } from './screen/stats.ts'
import { suspend } from './screen/suspend.ts'
import { timeline } from './screen/timeline.ts'
import { selecting } from './select.ts'
import { compose } from './write/compose.ts'
import { forward } from './write/forward.ts'
import { handoff } from './write/handoff.ts'
import { reply } from './write/reply.ts'
import { replyAll } from './write/reply-all.ts'

/** Every command of the screen, in the order of the footer and the help. */
export const commands: readonly Command[] = [
  ...[letGoOn, stopLoop],
  ...[claim, release, renew, pause, closeQueue],
  ...[subscribe, closeChannel],
  ...[add, remove, deleteGroup],
  ...[reply, replyAll, forward, handoff, compose],
  ...[
    ack,
    process,
    complete,
    fail,
    archive,
    archiveThread,
    snooze,
    pin,
    unread,
    again,
    retract,
    assign,
    actAs,
  ],
  ...[decide, endTask],
  ...[nudge, jump, create, undo, redo, journal],
  ...[...moving, away, ...paneCommands, ...selecting],
  ...[fold, foldAll, unfoldAll, colours, history],
  ...[copyId, copyBody, openOutside, openText, pipe, raw],
  ...[search, filter, saveView, deleteView, ...matching, palette],
  ...[stats, timeline, ...openBoards, help, redraw, suspend, leaving, quit],
  ...onBoards,
  ...[ruleDebate, answerInDebate, completeWork, stopWork, requeueItem, giveUpItem],
  ...overlayCommands,
  ...[allowRequest, denyRequest],
  ...overlayMoves,
]

const placed = commands.flatMap((command) =>
  (Object.entries(command.at) as [Scope, string][]).map(([scope, keys]) => {
    const { name, help, operation = null } = command
    const binding: Binding = { scope, name, keys: keys.split(' | '), help, operation }
    return { binding, command }
  }),
)

const rankOf = ({ scope }: Binding): number => overlayScopes.indexOf(scope)

/** The key table as it ships; `commands/keys/` changes it for a profile or a person. */
export const keymap: readonly Binding[] = placed
  .map(({ binding }) => binding)
  .sort((one, other) => rankOf(one) - rankOf(other))

const byId = new Map(placed.map(({ binding, command }) => [idOf(binding), command]))

/** `mail.archive`: what the settings, prompts and calls name a command by. */
export function idOf({ scope, name }: Pick<Binding, 'scope' | 'name'>): string {
  return `${scope}.${name}`
}

export function commandOf(binding: Pick<Binding, 'scope' | 'name' | 'own'>): Command {
  return binding.own === undefined ? commandNamed(idOf(binding)) : ownCommand(binding.own)
}

export function commandNamed(id: string): Command {
  const command = byId.get(id)
  if (command === undefined) throw new Error(`No command is named ${id}`)
  return command
}

/** The words for an operation that was undone or redone: `archive {}`. */
export function verbOf(operation: string): string {
  for (const { changes } of commands) {
    const words = changes?.[operation as OperationName]
    if (words !== undefined) return words.verb
  }
  return `${operation} {}`
}
