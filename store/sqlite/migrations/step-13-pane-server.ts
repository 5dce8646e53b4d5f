export const paneServer = `
-- The tmux server that a pane is of, as its socket and process: pane numbers are counted in each server anew.
ALTER TABLE agents ADD COLUMN pane_server TEXT;
`
