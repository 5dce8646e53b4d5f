import { plain, type Safe, sanitizeLine } from '../../../domain/sanitize.ts'
import { counted } from '../../present.ts'
import { hintLine } from '../compose/form/form-hints.ts'
import { fieldRows, insideForm, previewLines } from '../compose/form/form-layout.ts'
import { titleOf } from '../compose/form/form-title.ts'
import { formSize } from '../compose/writing-keys.ts'
import type { FormState } from '../model/form.ts'
import type { HelpState, JournalState } from '../model/overlay.ts'
import type { SheetLine, SheetState } from '../model/sheet.ts'
import { choiceTitle, wordsOf } from '../overlays/choice.ts'
import { helpLines, helpOf, inOneColumn } from '../overlays/help/help-lines.ts'
import { changeWords, journalTitle } from '../overlays/journal-lines.ts'
import { candidatesOf } from '../overlays/palette/candidates.ts'
import { resultLines } from '../overlays/palette/result-lines.ts'
import { sheetLines, sheetTitle } from '../overlays/sheet/sheet-lines.ts'
import { saidOf } from '../overlays/time-offers.ts'
import type { Clock, HasClock, HasSession, OnScreen, Overlay } from '../state.ts'
import { type Line, lineText } from '../text/line.ts'
import { sentence } from './sentences.ts'
import { bare } from './thread-words.ts'

/** An overlay that opened over the panes, or changed. Fields speak their own text. */
export function overlayWords(before: OnScreen & HasClock, after: OnScreen & HasClock): readonly Safe[] {
  const { overlay } = after
  const { size } = after.session
  const old = before.overlay
  if (overlay === old) return []
  switch (overlay.type) {
    case 'help':
      return helpWords(after, overlay, old.type === 'help' ? old : null)
    case 'result':
      return old.type === 'result' ? [] : [sanitizeLine(overlay.title), ...texts(resultLines(overlay, size))]
    case 'sheet':
      return sheetWords(after, overlay, old)
    case 'choice': {
      const item = overlay.items[overlay.chosen]
      const begin =
        old.type === 'choice'
          ? []
          : [
              sanitizeLine(
                `${lineText(choiceTitle(overlay, after.clock.now))}: ${counted(overlay.items.length, 'choice')}.`,
              ),
            ]
      const at = `${overlay.chosen + 1} of ${overlay.items.length}`
      return item === undefined ? begin : [...begin, sentence(item.type, wordsOf(item), at)]
    }
    case 'journal':
      return journalWords(after.clock, overlay, old.type === 'journal' ? old : null)
    case 'palette':
      return paletteWords(after, overlay, old)
    case 'search':
    case 'filter': {
      const problem = old.type === overlay.type ? old.problem : null
      return overlay.problem === null || overlay.problem === problem ? [] : [sanitizeLine(overlay.problem)]
    }
    case 'form':
      return formWords(after, overlay.form, old.type === 'form' ? old.form : null)
    case 'none':
      return ['help', 'result', 'sheet', 'choice', 'journal'].includes(old.type) ? [plain('Closed.')] : []
    case 'prompt':
      return timeWords(after.clock, overlay, old)
    case 'reply':
    case 'post':
      return []
  }
}

/** The times to choose from, then what the chosen or typed one means. */
function timeWords(
  { now }: Clock,
  { field, offers }: Extract<Overlay, { type: 'prompt' }>,
  old: Overlay,
): readonly Safe[] {
  if (offers === undefined) return []
  const text = field.text.trim()
  const said = saidOf(offers.known[text], now)
  const before = old.type === 'prompt' ? old : null
  if (before === null) return [sentence('Press Down to choose', ...offers.texts)]
  const isKnown = before.offers?.known[text] !== undefined && before.field.text.trim() === text
  return isKnown || said === '' ? [] : [sentence(text, said)]
}

/** All of it, then the chosen line. */
function sheetWords(
  { session: { size }, clock }: HasSession & HasClock,
  sheet: SheetState,
  old: Overlay,
): readonly Safe[] {
  const lines = sheetLines(sheet, size, clock.now)
  if (old.type !== 'sheet' || sheet.sheet !== old.sheet)
    return [bare(lineText(sheetTitle(sheet.sheet, clock.now))), ...lines.map((one) => spoken(one))]
  const rows = lines.filter(({ about }) => about !== undefined)
  const chosen = rows[sheet.at]
  return chosen === undefined || old.at === sheet.at
    ? []
    : [spoken(chosen, `${sheet.at + 1} of ${rows.length}`)]
}

/** What stands in columns behind a mark is said one after the other. */
function spoken({ line, about }: SheetLine, place = ''): Safe {
  if (about === undefined) return bare(lineText(line))
  return sentence(...lineText(line.slice(1)).split(/\s{2,}/u), place)
}

/** The whole help, then what the words that were typed leave of it. */
function helpWords(state: OnScreen, help: HelpState, old: HelpState | null): readonly Safe[] {
  const lines = texts(helpLines(inOneColumn(helpOf(state, help))))
  if (old === null) return [plain('Keys.'), ...lines]
  if (help.typing || (help.field.text === old.field.text && !old.typing)) return []
  return help.field.text === ''
    ? [plain('Keys.')]
    : [plain(`${counted(lines.length, 'line')} found.`), ...lines]
}

function texts(lines: readonly Line[]): readonly Safe[] {
  return lines.map((line) => bare(lineText(line)))
}

/** Its title and how much there is, then the chosen change. */
function journalWords(
  { now }: Clock,
  { changes, chosen }: JournalState,
  old: JournalState | null,
): readonly Safe[] {
  if (changes === null) return []
  const entry = changes[chosen]
  const begin = old?.changes ? [] : [sentence(lineText(journalTitle), counted(changes.length, 'change'))]
  if (entry === undefined) return begin
  const isSame = old?.changes === changes && old.chosen === chosen
  return isSame
    ? begin
    : [...begin, sentence(...changeWords(entry, now), `${chosen + 1} of ${changes.length}`)]
}

function paletteWords(
  state: OnScreen,
  palette: Extract<Overlay, { type: 'palette' }>,
  old: Overlay,
): readonly Safe[] {
  const known = old.type === 'palette' ? old : null
  if (palette.problem !== null && palette.problem !== known?.problem) return [sanitizeLine(palette.problem)]
  if (!palette.moved || known?.chosen === palette.chosen) return []
  const candidates = candidatesOf(state, palette)
  const candidate = candidates[palette.chosen]
  if (candidate === undefined) return []
  const { kind, text, note, key } = candidate
  return [sentence(kind, text, note, key && `key ${key}`, `${palette.chosen + 1} of ${candidates.length}`)]
}

/** The possible recipients. Each letter offers them again; they are spoken again only if they changed. */
export function offeredNames(names: readonly Safe[]): Safe {
  return sentence('known', ...names.slice(0, 5))
}

function offered({ names, texts }: NonNullable<FormState['candidates']>): Safe {
  return texts === undefined
    ? offeredNames(names)
    : sentence(counted(names.length, 'canned reply').replace(/ys$/u, 'ies'), names[0] ?? '')
}

function previewWords(state: OnScreen, form: FormState): readonly Safe[] {
  const room = formSize(state)
  const seen = previewLines(form, room).slice(0, fieldRows(form, room))
  const lines = [...seen, hintLine(form, insideForm(room).columns)]
  return [titleOf(form), ...texts(lines)].filter((text) => text !== '')
}

function formWords(state: OnScreen, form: FormState, old: FormState | null): readonly Safe[] {
  if (form.preview !== null && old?.preview === null) return previewWords(state, form)
  if (form.asking && old?.asking === false)
    return [plain('Keep this as a draft? Press y to keep it, n to delete it, Esc to continue writing.')]
  const field = form.fields[form.focus]
  const before = old?.fields[form.focus]
  const names = form.candidates
  const named = names !== null && names.names !== old?.candidates?.names
  const chosen = names?.moved === true && names.chosen !== old?.candidates?.chosen
  return [
    ...(old === null
      ? [titleOf(form), plain('Press Tab for the next field, C-s to send, C-g for $EDITOR, Esc to close.')]
      : []),
    ...(form.error !== null && form.error !== old?.error ? [form.error] : []),
    ...(field?.error && field.error !== before?.error ? [field.error] : []),
    ...(named && names.names.length > 0 ? [offered(names)] : []),
    ...(chosen ? [sentence(names.names[names.chosen] ?? '')] : []),
  ]
}
