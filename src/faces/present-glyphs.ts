import { importedMark } from '../domain/sender.ts'

type Glyph = { readonly mark: string; readonly meaning: string }
type Group = { readonly title: string; readonly glyphs: { readonly [name: string]: Glyph } }

const glyph = (mark: string, meaning: string): Glyph => ({ mark, meaning })

/** Every mark that a face draws, with its only meaning. The legend of the help shows this table. */
const groups = {
  message: {
    title: 'A message',
    glyphs: {
      unread: glyph('●', 'unread'),
      read: glyph('○', 'read'),
      inProgress: glyph('◐', 'in progress, or at work'),
      done: glyph('✓', 'completed'),
      failed: glyph('✗', 'failed'),
      archived: glyph('▫', 'archived'),
      snoozed: glyph('z', 'snoozed'),
      dead: glyph('†', 'dead letter'),
      expired: glyph('⊘', 'expired'),
      retracted: glyph('↶', 'taken back by its sender'),
      withheld: glyph('∥', 'held back for a person'),
      urgent: glyph('!!', 'urgent'),
      pressing: glyph('!', 'high priority, or something presses'),
      low: glyph('-', 'low priority'),
      pinned: glyph('^', 'pinned'),
      sealed: glyph('⊠', 'sealed: only for those with a key'),
      assigned: glyph('@', 'assigned to'),
      times: glyph('×', 'so many copies, or screens'),
      timed: glyph('◷', 'waits for its time, or expires'),
      written: glyph('✎', 'a draft, or being answered'),
      reader: glyph('◉', 'somebody else is reading it'),
      imported: glyph(importedMark, 'imported: the sender is not proved'),
      to: glyph('→', 'to'),
      from: glyph('←', 'from'),
    },
  },
  kind: {
    title: 'Its kind',
    glyphs: {
      handoff: glyph('⇒', 'handoff'),
      escalation: glyph('⇑', 'escalation'),
      response: glyph('↩', 'response'),
      interrupt: glyph('»', 'interrupt'),
      debate: glyph('±', 'a turn in a debate'),
    },
  },
  agent: {
    title: 'An agent or a place',
    glyphs: {
      waiting: glyph('?', 'waits for a person'),
      silent: glyph('◌', 'has work or owes an answer, and is not heard from'),
      idle: glyph('◆', 'has nothing in progress'),
      ended: glyph('▪', 'its session ended, or it is retired'),
      lookalike: glyph('≈', 'its name looks like that of another'),
      bell: glyph('♪', 'the way by which its bell rings'),
      subscribed: glyph('★', 'you are subscribed to it'),
    },
  },
  row: {
    title: 'A row',
    glyphs: {
      here: glyph('▸', 'the selected row, field or view'),
      chosen: glyph('+', 'marked for the next change'),
      folded: glyph('▹', 'folded'),
      unfolded: glyph('▾', 'unfolded'),
      above: glyph('↑', 'there is more above'),
      below: glyph('↓', 'there is more below'),
      sorted: glyph('▼', 'rows are sorted by this column'),
      choice: glyph('‹ ›', 'Left and Right change it'),
      filter: glyph('⊃', 'narrowed by a filter'),
    },
  },
  text: {
    title: 'Text and lines',
    glyphs: {
      live: glyph('↻', 'changes are followed as they happen'),
      more: glyph('…', 'left out, or on its way'),
      between: glyph('·', 'between two facts'),
      item: glyph('•', 'an item of a list'),
      range: glyph('–', 'from … to; alone: no value'),
      rail: glyph('│', 'text of a message, quotation, frame'),
      branch: glyph('├ └', 'answers the message above'),
      frame: glyph('─ ┼ ╭ ╮ ╰ ╯', 'frames, rules and tables'),
      bars: glyph('■ ▁ ▂ ▃ ▄ ▅ ▆ ▇ █', 'a chart'),
    },
  },
} as const satisfies { readonly [name: string]: Group }

type Groups = typeof groups
type Names<G> = G extends { readonly glyphs: infer T } ? keyof T : never
type GlyphName = Names<Groups[keyof Groups]>

/** The groups of the legend, in its order. */
export const legend: readonly { readonly title: string; readonly glyphs: readonly Glyph[] }[] = Object.values(
  groups,
).map(({ title, glyphs }) => ({ title, glyphs: Object.values(glyphs) }))

/** Each mark by its name. */
export const marks = Object.fromEntries(
  Object.values(groups).flatMap(({ glyphs }) =>
    Object.entries<Glyph>(glyphs).map(([name, { mark }]) => [name, mark]),
  ),
) as Readonly<Record<GlyphName, string>>

/** Each meaning by its name, for marks that are also printed in words. */
export const meanings = Object.fromEntries(
  Object.values(groups).flatMap(({ glyphs }) =>
    Object.entries<Glyph>(glyphs).map(([name, { meaning }]) => [name, meaning]),
  ),
) as Readonly<Record<GlyphName, string>>
