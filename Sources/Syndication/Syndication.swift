// Syndication
