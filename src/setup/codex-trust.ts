import { isJsonObject, type Json, type JsonObject } from '../domain/json.ts'
import type { Surroundings } from './file-change.ts'
import { readText } from './files.ts'
import { isOurHook } from './json-settings.ts'
import { itemsOf, jsonOf } from './read-json.ts'
import { parsedToml, valueAt } from './toml/parsed-toml.ts'

/** What Codex thinks of a hook. It runs only what is trusted, and says nothing of the rest. */
export type Trust = 'trusted' | 'changed' | 'untrusted' | 'off'

type Hook = {
  readonly place: string
  readonly event: string
  readonly matcher: Json
  readonly entry: JsonObject
}

/** What Codex's own file says of each of our hooks. */
export function trustOfHooks({ folder, codexFolder }: Surroundings): readonly Trust[] {
  const file = `${folder}/.codex/hooks.json`
  const config = parsedToml(readText(`${codexFolder}/config.toml`), 'config.toml')
  return hooksIn(jsonOf(readText(file)), file).map((hook) => {
    const state = (key: string) => valueAt(config, ['hooks', 'state', hook.place, key])
    const trusted = state('trusted_hash')
    if (state('enabled') === false) return 'off'
    if (typeof trusted !== 'string') return 'untrusted'
    const mark = markOf(hook)
    return mark === null || mark === trusted ? 'trusted' : 'changed'
  })
}

/** Our hooks as Codex names them: file, event, group and number within it. */
function hooksIn({ hooks }: JsonObject, file: string): readonly Hook[] {
  if (!isJsonObject(hooks)) return []
  return Object.entries(hooks).flatMap(([name, groups]) => {
    const event = name.replaceAll(/(?<!^)[A-Z]/gu, (letter) => `_${letter}`).toLowerCase()
    return itemsOf(groups).flatMap((group, at) => {
      const { matcher = null, hooks: entries } = isJsonObject(group) ? group : {}
      return itemsOf(entries).flatMap((entry, within) =>
        isOurHook(entry) ? [{ place: `${file}:${event}:${at}:${within}`, event, matcher, entry }] : [],
      )
    })
  })
}

/** The events whose matcher Codex regards. */
const matched = ['pre_tool_use', 'permission_request', 'post_tool_use', 'session_start']
/** Seconds, where a hook names none. */
const waits = { session_end: 1, others: 600 }

/**
 * The mark by which Codex knows that a hook is the one that was trusted: the hash of what it does, with its keys in order, as 0.171
 * makes it. `null` for a hook with fields that we never write, whose mark we do not know.
 */
function markOf({ event, matcher, entry }: Hook): string | null {
  const { type, command, timeout, ...others } = entry
  const isEnd = event === 'session_end'
  if (Object.keys(others).length > 0 || (isEnd && timeout !== undefined)) return null
  const { createHash } = process.getBuiltinModule('node:crypto')
  const wait = timeout ?? (isEnd ? waits.session_end : waits.others)
  const does = { async: false, command, timeout: wait, type }
  const isMatched = matcher !== null && matched.includes(event)
  const text = JSON.stringify({ event_name: event, hooks: [does], ...(isMatched && { matcher }) })
  return `sha256:${createHash('sha256').update(text).digest('hex')}`
}
