-- Where an article stands towards readers. What is added here can be used only once it is committed: by the next file.
alter type article_status rename value 'draft' to 'unpublished';
alter type article_status add value 'scheduled' after 'unpublished';
alter type article_status add value 'killed';
