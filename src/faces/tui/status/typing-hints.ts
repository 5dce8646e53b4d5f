/** Keys of the lines that are typed into: these edit themselves, and the footer shows how to leave them. */
export const typingHints = {
  search: [
    ['Enter', 'keep the results'],
    ['Esc', 'back'],
  ],
  filter: [
    ['Enter', 'keep the filter'],
    ['Esc', 'show all'],
  ],
  palette: [
    ['Enter', 'run, go'],
    ['Tab', 'complete'],
    ['C-n C-p', 'choose'],
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
    ['C-g', '$EDITOR'],
    ['Esc', 'close'],
  ],
  form: [],
} as const
